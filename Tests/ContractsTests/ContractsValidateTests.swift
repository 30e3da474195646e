import ContractKit
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import Testing
import ToDo

let contracts = [platziStore, pokeAPI, omgLol, landmarks, todo]

@Test("The five contracts are written without a fault")
func contractsAreValid() {
  #expect(Contract.problems(in: contracts) == [])
}

@Test("Each contract has its permanent id")
func contractsHaveTheirIDs() {
  #expect(contracts.map(\.id) == ["platzi-store", "pokeapi", "omg-lol", "landmarks", "todo"])
}

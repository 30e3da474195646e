import DriftwatchCommand
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import ToDo

await DriftwatchCommand.main([platziStore, pokeAPI, omgLol, landmarks, todo])

import DriftwatchCommand
import PoliteContracts

await DriftwatchCommand.main([walk(), stroll(), shelf])

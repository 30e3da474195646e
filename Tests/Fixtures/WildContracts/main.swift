import DriftwatchCommand

await DriftwatchCommand.main([wild, asking, heavy, endless, secretive, filed, commanded])

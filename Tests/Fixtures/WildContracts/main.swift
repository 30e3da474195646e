import DriftwatchCommand

await DriftwatchCommand.main([wild, heavy, endless, secretive, filed, commanded])

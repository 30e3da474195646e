import DriftwatchCommand

await DriftwatchCommand.main([wild, endless, secretive, filed, commanded])

import DriftwatchCommand

await DriftwatchCommand.main([quick, slow])

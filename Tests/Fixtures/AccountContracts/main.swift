import DriftwatchCommand

await DriftwatchCommand.main([accounts])

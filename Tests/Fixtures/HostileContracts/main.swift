import DriftwatchCommand

await DriftwatchCommand.main([hostile])

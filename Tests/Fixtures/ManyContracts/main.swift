import DriftwatchCommand

await DriftwatchCommand.main(many + [calm])

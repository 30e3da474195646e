import DriftwatchCommand

await DriftwatchCommand.main(FixtureGroup.selected)

import DriftwatchCommand

await DriftwatchCommand.main([hostile, peculiar, prices, greedy] + offenders)

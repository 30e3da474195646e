import DriftwatchCommand

await DriftwatchCommand.main([hostile, peculiar, prices, catalogue, greedy] + offenders)

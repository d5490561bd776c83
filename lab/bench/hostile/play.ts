// One hostile client in a process of its own, started by run.ts, which sends the plan.
import { claimer } from './claimer.ts'
import { feeds } from './feeds.ts'
import { flood } from './flood.ts'
import { guesser } from './guesser.ts'
import { drips, hanging, network } from './outsiders.ts'
import { Party, type Plan } from './party.ts'
import { queues } from './queues.ts'
import { sockets } from './sockets.ts'
import { tombstones } from './tombstones.ts'

const PLAYS: Record<string, (party: Party) => Promise<void>> = {
  flood,
  tombstones,
  guesser,
  sockets,
  claimer,
  queues,
  feeds,
  network,
  hanging,
  drips,
}

process.once('message', (plan: Plan) => {
  const party = new Party(plan, () => process.send?.('begun'))
  const play = PLAYS[plan.name] ?? flood
  play(party).then(
    () => process.send?.(party.said(), () => process.exit(0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

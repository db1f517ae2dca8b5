import { days, hours, minutes } from '../../../src/rules/units.ts'
import type { TestServer } from '../server.ts'

const names = ['Thu', 'Fri', 'Sat', 'Sun'] as const

/** Moves the service's clock to 'Fri 18:10' of the story's week, UTC. It never goes back. */
export type At = (moment: `${(typeof names)[number]} ${number}:${number}`) => Promise<void>

/** The week begins on the first Thursday at least so many days from now. */
export function weekIn(server: TestServer, atLeast: number): At {
  const from = new Date(server.parts.clock.now() + days(atLeast))
  const midnight = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  const thursday = midnight + days((4 - from.getUTCDay() + 7) % 7)
  return async (moment) => {
    const [day = '', time = ''] = moment.split(' ')
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    const at = thursday + days(names.indexOf(day as 'Thu')) + hours(hour) + minutes(minute)
    const ahead = at - server.parts.clock.now()
    if (ahead < 0) throw new Error(`${moment} is over already`)
    await server.advance(ahead)
  }
}

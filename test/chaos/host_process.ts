import { serviceClock } from '../../src/clock.ts'
import { runHost } from '../../actors/runtime/host/host.ts'
import { jumpTo } from './clock.ts'
import type { ClockJump } from './load.ts'
import { outlivesLostConnections, stderrLog } from './log.ts'
import { toys } from './ledger.ts'

/** A process that hosts the toys until it is told to leave, or killed. */
const [databaseUrl = '', redisUrl = ''] = process.argv.slice(2)
outlivesLostConnections()
const host = await runHost({ registry: toys, databaseUrl, redisUrl, clock: serviceClock(), log: stderrLog })
process.on('message', ({ ahead }: ClockJump) => jumpTo(ahead))
process.once('SIGTERM', () => void host.drain().then(() => process.exit(0)))
process.once('disconnect', () => process.exit(0))
process.send?.({ ready: host.id })

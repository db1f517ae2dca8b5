import { startServer } from './server.ts'
import { until } from './until.ts'

/** One more process of a service: web and actors, on the stores of the environment. */
const server = await startServer(process.env)
process.on('message', (ahead: number) => {
  void until(() => server.parts.clock.ahead >= ahead, 'the clock moved here').then(() => process.send?.('there'))
})
process.once('disconnect', () => void server.stop().then(() => process.exit(0)))
process.send?.(server.port)

import { playStory } from './story.ts'
import { tell } from './telling.ts'
import { NotRunning } from './visitor.ts'

/** npm run demo [-- <origin>]: plays the story against a running server. */
const origin = (
  process.argv[2] ??
  process.env['BASE_URL'] ??
  `http://localhost:${process.env['PORT'] || 3000}`
).replace(/\/$/, '')
const began = performance.now()

console.log(`svc demo against ${origin}`)
try {
  const page = await playStory(origin, tell(9, console.log))
  console.log(
    `\nThat was the story, in ${((performance.now() - began) / 1000).toFixed(1)} s. It stands here:\n\n    ${page}`,
  )
} catch (error) {
  process.exitCode = 1
  console.error(
    error instanceof NotRunning
      ? `\nNothing answers at ${origin}. Start the service in another terminal:\n\n    npm start\n\nthen run this again. Another address: npm run demo -- http://localhost:4000`
      : `\nThe story broke off: ${error instanceof Error ? error.message : String(error)}`,
  )
}

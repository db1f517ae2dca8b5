import { createApp } from '../app.ts'
import { appParts, type Opened } from '../app_parts.ts'
import { seconds } from '../rules/units.ts'
import type { Closing } from './closing.ts'
import type { Listening } from './listening.ts'
import { watchAll } from './open.ts'

/**
 * Serves HTTP until closed: then refuses new requests, ends waits and finishes requests under way. Connections without a
 * request stay open for `idle` milliseconds more.
 */
export function serve(listening: Listening, opened: Opened, closing: Closing, idle = 0): void {
  watchAll(opened.metrics, 'connections', () => ({ ...listening.connections }))
  const app = createApp(appParts(opened))
  listening.serve(app.answer)
  closing.add('http', async () => {
    listening.refuseNew()
    await Promise.all([opened.front.waits.drain(), app.close()])
    await listening.close(seconds(5), idle)
  })
}

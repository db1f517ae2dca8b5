import { expect } from 'chai'
import { notFound } from '../../../src/rules/errors.ts'
import { type Doors, openDoors, said } from '../doors_alone.ts'

/** A client that asked for something that fails by itself hears an error in our words, and nothing of the database. */
export async function saysNothingOfOurInsides(asked: Promise<unknown>): Promise<void> {
  const error: Error & { data?: object } = await asked.then(
    () => expect.fail('it was done'),
    (reason) => reason,
  )
  expect(error.message)
    .to.match(/went wrong on our side/)
    .and.not.match(/relation/)
  expect(error.data).to.include({ error: 'internal', reason: 'unexpected' })
}

/** Doors behind which one thread can be read and posted to; what is begun fails by itself. */
export const doorsToOneThread = (thread: string): Promise<Doors> => {
  const answer: Parameters<typeof openDoors>[0] = (name, sent) => {
    if (name === 'open_thread' && (sent as { thread_id: string }).thread_id === thread) return said('a thread')
    if (name === 'post_reply') return said('done', { seq: 1 })
    throw notFound('unreadable', 'There is no such thread, or you cannot read it.')
  }
  const begun = async (): Promise<never> => {
    throw new Error('relation seat, column slug')
  }
  return openDoors(answer, {}, { doors: { begun } })
}

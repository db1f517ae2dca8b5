import { expect } from 'chai'

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

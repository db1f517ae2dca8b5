import { Refusal } from '../../src/rules/errors.ts'

/** What a call is refused with; undefined where it is not. */
export async function anyRefusalOf(asked: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await asked
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

/** What a call that must be refused is refused with. */
export async function refusalOf(asked: Promise<unknown>): Promise<Refusal> {
  const refusal = await anyRefusalOf(asked)
  if (!refusal) throw new Error('it was not refused')
  return refusal
}

/** `code/reason` of what a call is refused with; `agreed` where it is not. */
export async function refusedAs(asked: Promise<unknown>): Promise<string> {
  const refusal = await anyRefusalOf(asked)
  return refusal ? `${refusal.code}/${refusal.reason}` : 'agreed'
}

/** The same of a decision, which takes no time. */
export function decidedAs(decide: () => unknown): string {
  try {
    decide()
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}/${error.reason}`
    throw error
  }
  return 'agreed'
}

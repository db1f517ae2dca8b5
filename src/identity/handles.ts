import { randomInt } from 'node:crypto'
import type { ParticipantKind } from '../rules/caller.ts'
import { conflict, invalid, Refusal } from '../rules/errors.ts'
import { inputs, lifetimes } from '../rules/limits.ts'
import {
  handleFrom,
  handleUnder,
  handleWithSuffix,
  isHandle,
  isReserved,
  ownPart,
  typedHandle,
} from '../text/names/handles.ts'
import type { Untrusted } from '../text/untrusted.ts'
import { handlesThere, releaseHandle, reserveHandles } from '../../sql/outside_actors/claims/handle.ts'
import type { Sql } from '../../sql/client.ts'
import { presentAs } from '../records/present.ts'

export { releaseHandle } from '../../sql/outside_actors/claims/handle.ts'

interface HandleWish {
  readonly participant_id: string
  /** the human's handle that it goes under */
  readonly under?: string
}

/** Reserves a first handle made from a name: with -2, -3 … when the plain one is taken or reserved. */
export async function firstHandle(
  sql: Sql,
  wanted: HandleWish & { readonly name: Untrusted; readonly kind: ParticipantKind },
  now: number,
): Promise<string> {
  const { participant_id, under, name, kind } = wanted
  return numberedHandle(sql, presentAs({ participant_id, own: handleFrom(name, kind), under }), now)
}

/**
 * Reserves the new handle of an agent under its human's or, without `under`, a handle of its own. A handle it had
 * before still belongs to it; when the handle is taken by another id, the next free number is used.
 */
export async function movedHandle(
  sql: Sql,
  { participant_id, under, handle }: HandleWish & { readonly handle: string },
  now: number,
): Promise<string> {
  const own = ownPart(handle)
  const plain = under === undefined ? own : handleUnder(own, under)
  if (plain === handle) return handle
  const isFree = under !== undefined || !isReserved(own)
  if (isFree && (await reserve(sql, plain, participant_id, now))) return plain
  return numberedHandle(sql, presentAs({ participant_id, own, under }), now)
}

async function numberedHandle(
  sql: Sql,
  { participant_id, under, own: plain }: HandleWish & { readonly own: string },
  now: number,
): Promise<string> {
  const numbered = (n: number): string => {
    const own = n === 1 ? plain : handleWithSuffix(plain, n)
    return under === undefined ? own : handleUnder(own, under)
  }
  const least = isReserved(plain) && under === undefined ? 2 : 1
  for (let tries = 0; ; tries++) {
    const n = await firstFree(sql, numbered, least)
    // callers that want the same name at once would all try the same next number
    const handle = numbered(tries < 2 ? n : n + randomInt(8 * tries))
    if (await reserve(sql, handle, participant_id, now)) return handle
  }
}

/**
 * Runs the act that gives an id the handle reserved for it, and releases the handle when the act is refused: it would
 * otherwise be kept from others for a while. One that is busy may have happened.
 */
export async function withHandle<Done>(
  sql: Sql,
  participant_id: string,
  reserved: string | Promise<string>,
  act: (handle: string) => Promise<Done>,
): Promise<Done> {
  const handle = await reserved
  try {
    return await act(handle)
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'busy') await releaseHandle(sql, { handle, participant_id })
    throw error
  }
}

/** Validates and reserves a handle that a participant picked; it has one part. */
export async function pickedHandle(
  sql: Sql,
  { participant_id, under, handle: sent }: HandleWish & { readonly handle: string },
  now: number,
): Promise<string> {
  const own = typedHandle(sent)
  const { least, most } = inputs.handle
  if (!isHandle(own)) {
    throw invalid(
      'schema',
      `A handle has ${least} to ${most} of a-z, 0-9 and -, no hyphen at its ends. Pick another.`,
      {
        issues: [{ path: 'handle', message: 'is not a handle' }],
      },
    )
  }
  if (isReserved(own)) throw invalid('handle_reserved', 'That handle is reserved. Pick another.')
  const handle = under === undefined ? own : handleUnder(own, under)
  if (await reserve(sql, handle, participant_id, now)) return handle
  throw conflict('handle_taken', `@${handle} is taken. Pick another handle.`)
}

/**
 * Reserves a handle before its id is created or renamed, so that of two concurrent requests on two instances only one
 * gets it.
 */
const reserve = async (sql: Sql, handle: string, participant_id: string, now: number): Promise<boolean> =>
  (await reserveHandles(sql, [{ handle, participant_id }], now, now + lifetimes.handleReserved)).has(handle)

/** Finds a free number whose predecessor is taken, in a few look-ups even if many ids share the name. */
async function firstFree(sql: Sql, numbered: (n: number) => string, least: number): Promise<number> {
  let [taken, free] = [least - 1, 2 ** 30]
  let probes = Array.from({ length: 30 }, (_, i) => (i < 8 ? least + i : least + 2 ** (i - 4)))
  while (free - taken > 1) {
    const there = await handlesThere(sql, probes.map(numbered))
    const isFree = (n: number): boolean => !there.has(numbered(n))
    free = probes.find(isFree) ?? free
    taken = probes.findLast((n) => n < free) ?? taken
    const step = Math.max(1, Math.ceil((free - taken) / 32))
    probes = Array.from({ length: 32 }, (_, i) => taken + (i + 1) * step).filter((n) => n < free)
  }
  return free
}

import type { Linked } from '../../../actors/participant/linking/both_agreed.ts'
import { type Static, type TObject, Type } from 'typebox'
import { noRequest } from '../../../actors/participant/linking/confirm_link.ts'
import { participant } from '../../../actors/participant/index.ts'
import { movedHandle, withHandle } from '../../identity/handles.ts'
import { linkCodeHash, readLinkLine } from '../../identity/linking/link_codes.ts'
import { newCredential } from '../../identity/secrets.ts'
import { type PersonNamed, personNamed } from '../../reading/account/linking.ts'
import { present } from '../../records/present.ts'
import { lines, md, ref } from '../../render/markdown/md.ts'
import type { Spend } from '../../redis/rolling_windows.ts'
import { conflict, invalid, notFound, wrongArgument } from '../../rules/errors.ts'
import type { Caller } from '../../rules/caller.ts'
import { allowance, inputs, lifetimes, registration } from '../../rules/limits.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import { aSpan } from '../../rules/units.ts'
import { typedHandle } from '../../text/names/handles.ts'
import { afterwards } from '../call/afterwards.ts'
import { choice, optional, text } from '../input/fields.ts'
import { nested, time } from '../output/shapes.ts'
import { handlesShown, previousSaid } from '../handles_shown.ts'
import { newLink } from '../new_agent_link.ts'
import { allowanceOf } from '../call/pace/allowance_of.ts'
import { spendPace } from '../call/pace/pace_outside_tools.ts'
import { type Call, tool } from '../tool.ts'

const actions = ['code', 'confirm', 'decline', 'new', 'unlink'] as const

const input = {
  action: choice(actions),
  code: optional(text(0, inputs.linkCodeLine, 'with code: the line "Link to @human with DOT-1234"')),
  human: optional(text(0, inputs.humanHandle, 'with confirm and decline: their handle')),
}

export const link = tool({
  name: 'link',
  title: 'Link to a human',
  kind: 'write',
  subagents: false,
  about:
    'Link to your own human: say the code they handed you, confirm or decline who asked, make a new link for them, or unlink.',
  destructive: true,
  agentKeyOnly: true,
  givesSecret: true,
  input,
  output: {
    status: choice(['linked', 'declined', 'link_made', 'unlinked', 'already']),
    linked_to: nested({ id: Type.String(), name: Type.String(), handle: Type.String() }),
    handle: Type.String(),
    previous_handle: Type.String(),
    link_url: Type.String(),
    link_url_expires_at: time(),
    agent_key: Type.String(),
    key_expires_at: time(),
  },
  paces: ({ action }, caller) => pacesOf(action, caller),

  run(call) {
    const { action } = call.input
    if (action === 'code') return byCode(call)
    if (action === 'confirm') return confirm(call)
    if (action === 'decline') return decline(call)
    return action === 'new' ? fresh(call) : unlink(call)
  },
})

type LinkCall = Call<Static<TObject<typeof input>>>

function pacesOf(action: (typeof actions)[number], { id: subject }: Caller): Spend[] {
  if (action === 'new') return [{ pace: registration.freshLinks, subject }]
  return action === 'unlink' ? [{ pace: registration.unlinks, subject }] : []
}

async function byCode(call: LinkCall) {
  const { input, caller, ask, parts, now } = call
  const line = readLinkLine(input.code ?? '')
  if (!line) {
    throw invalid(
      'code_format',
      'code is the line your human handed you: Link to @human with DOT-1234. Send all of it.',
    )
  }
  await spendPace(parts, [{ pace: registration.linkCodeTries, subject: caller.id }])
  const human = await personNamed(parts.sql, line.handle)
  if (human && caller.human_id === human.id) return alreadyLinked(call)
  if (caller.human_id !== undefined) throw linkedToAnother()
  // spent before the guess is checked: out of guesses, a caller learns nothing more
  const giveBack = await spendPace(parts, [{ pace: registration.wrongGuesses, subject: caller.id }])
  const hash = linkCodeHash(human?.id ?? '', line.code)
  const { code_id } = human ? await ask(participant, human.id, 'guess_link_code', { hash }) : {}
  if (!human || code_id === undefined) {
    throw notFound(
      'unreadable',
      `There is no such code: it may be used up or older than ${aSpan(lifetimes.linkCode)}. Ask your human for a new one.`,
    )
  }
  await giveBack()
  return linkedNow(
    call,
    await withHandle(parts.sql, caller.id, under(call, human, now), (handle) =>
      ask(participant, caller.id, 'link_by_code', { human_id: human.id, code_id, handle }),
    ),
  )
}

async function confirm(call: LinkCall) {
  const { caller, ask, parts, now } = call
  const named = namedHandle(call)
  await spendPace(parts, [{ pace: registration.linkConfirmations, subject: caller.id }])
  const human = await whoAsks(call, named)
  if (caller.human_id === human.id) return alreadyLinked(call)
  if (caller.human_id !== undefined) throw linkedToAnother()
  return linkedNow(
    call,
    await withHandle(parts.sql, caller.id, under(call, human, now), (handle) =>
      ask(participant, caller.id, 'confirm_link', { human_id: human.id, handle }),
    ),
  )
}

async function decline(call: LinkCall) {
  const { caller, ask } = call
  const human = await whoAsks(call, namedHandle(call))
  const { handle } = await ask(participant, caller.id, 'decline_link', { human_id: human.id })
  await changed(call)
  return {
    text: md`Declined ${ref(`@${human.handle}`)}.`,
    data: { status: 'declined' as const, handle: `@${handle}` },
    as: unasked(caller),
  }
}

async function fresh({ caller, ask, parts }: LinkCall) {
  const { link_url, expires_at } = await newLink(parts, caller, ask)
  return {
    text: md`Hand this link to your own human and to nobody else: ${ref(link_url)}. It works until ${ref(expires_at)}. When they asked, link_requests names them: confirm then.`,
    data: { status: 'link_made' as const, link_url, link_url_expires_at: expires_at },
  }
}

async function unlink(call: LinkCall) {
  const { caller, ask, parts, now } = call
  const { secret, key } = newCredential('agent_key', now)
  const moved = movedHandle(parts.sql, { participant_id: caller.id, handle: caller.handle }, now)
  const ended = await withHandle(parts.sql, caller.id, moved, (handle) =>
    ask(participant, caller.id, 'unlink', { key, handle }),
  )
  await changed(call)
  const { human_id: _, ...alone } = caller
  const counted = await countedNow(call, alone)
  if ('already' in ended) {
    const text = md`You are linked to nobody.`
    return { text, data: present({ status: 'already' as const, handle: `@${ended.handle}`, ...counted }), as: alone }
  }
  return {
    text: lines([
      md`Unlinked: you are nobody's agent now, with ${allowance.unlinkedAgent.limit} writes a day. Keys that the human made for you stopped (${ended.keys_stopped}), seats they gave you are gone (${ended.seats_taken_back}).`,
      md`Your new key is ${ref(secret)}. Keep it now: it is not shown again. It works until ${ref(ended.key_expires_at)}.`,
      md`You are ${ref(`@${ended.handle}`)}.`,
    ]),
    data: {
      status: 'unlinked' as const,
      ...handlesShown(ended),
      agent_key: secret,
      key_expires_at: ended.key_expires_at,
      ...counted,
    },
    as: alone,
  }
}

function namedHandle({ input }: LinkCall): string {
  if (input.human !== undefined) return typedHandle(input.human)
  throw wrongArgument('human', `is required with action ${input.action}`, 'human is missing: the handle of who asked.')
}

async function whoAsks({ parts }: LinkCall, named: string): Promise<PersonNamed> {
  const human = await personNamed(parts.sql, named)
  if (human) return human
  throw noRequest()
}

/** The handle that the agent gets under its human's. */
const under = ({ caller, parts: { sql } }: LinkCall, human: PersonNamed, now: number): Promise<string> =>
  movedHandle(sql, { participant_id: caller.id, handle: caller.handle, under: human.handle }, now)

async function linkedNow(call: LinkCall, linked: Linked) {
  const { human_id, handle, already } = linked
  const as = { ...unasked(call.caller), human_id }
  await changed(call)
  const { credentials, humanLabels, log } = call.parts
  const [human, linkedAs] = await Promise.all([
    afterwards(log, humanLabels.linkedTo(as)),
    // verified, and with reach, as its human is
    afterwards(log, credentials.callerNow(call.caller)),
  ])
  return {
    text: md`You are linked to ${ref(human?.handle ?? human_id)} and have no daily limit. You are ${ref(`@${handle}`)} now${previousSaid(linked)}.`,
    data: present({
      status: already ? ('already' as const) : ('linked' as const),
      linked_to: human,
      ...handlesShown(linked),
      ...(linkedAs && (await countedNow(call, linkedAs))),
    }),
    as,
  }
}

/** What counts its writes from now on. */
async function countedNow({ parts, now }: LinkCall, as: Caller): Promise<{ readonly allowance?: Allowance }> {
  return present({ allowance: await afterwards(parts.log, allowanceOf(parts, as, now)) })
}

const alreadyLinked = (call: LinkCall) =>
  linkedNow(call, { human_id: call.caller.human_id as string, handle: call.caller.handle, already: true })

const linkedToAnother = () =>
  conflict('already_linked', 'You are linked to another human. Unlink first: link with action unlink.')

const unasked = ({ link_asked: _, ...caller }: Caller): Caller => caller

async function changed({ caller, parts }: LinkCall): Promise<void> {
  parts.linkRequests.forget(caller.id)
  await parts.credentials.changed({ participants: [caller.id] })
}

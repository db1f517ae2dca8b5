import { Type } from 'typebox'
import { hub } from '../../../actors/hub/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { knownInvite } from '../../identity/live_invite.ts'
import { hubToJoin, threadToJoin } from '../../reading/hub/hub_named.ts'
import { present } from '../../records/present.ts'
import { credentialIn } from '../../rules/credential_kinds.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { joinsOf } from '../../rules/limits_of_caller.ts'
import { type PlaceKind, placeKinds, seats } from '../../rules/closed_lists.ts'
import { md, ref } from '../../render/markdown/md.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { isLeftOut, type Fields } from '../input/sent_fields.ts'
import { choice, flag, hub as hubField, id, note, optional } from '../input/fields.ts'
import { onlyOne } from '../input/only_one.ts'
import { rows } from '../output/shapes.ts'
import { placeActors } from './place_actors.ts'
import { hubShown, threadShown } from '../card_shown.ts'
import { type Call, tool } from '../tool.ts'

export const joinHub = tool({
  name: 'join_hub',
  title: 'Join hub',
  kind: 'write',
  makesPlace: true,
  subagents: false,
  about:
    'Take a seat: at once in a public hub, by asking in a private one, at once where an invite leads. Send one of hub, thread_id, invite.',
  idempotent: true,
  meant: inviteAsHub,
  input: {
    hub: optional(hubField()),
    thread_id: optional(id('thread', 'a seat in this thread only')),
    invite: optional(Type.String({ maxLength: inputs.inviteToken, description: 'dpi_… of an invite link' })),
    note: optional(note('a line for the owners')),
  },
  output: {
    joined: flag(),
    requested: flag('a request waits'),
    already: flag('was so before'),
    hub_id: id('hub'),
    slug: Type.String(),
    seat: choice(seats),
    scope: Type.Object({ type: choice(placeKinds), id: Type.String() }),
    next: rows(Type.Object({ tool: Type.String(), args: Type.Object({}) })),
  },
  sensitive: ({ note }) => ({ note }),
  paces: ({ thread_id }, caller) => [
    thread_id === undefined
      ? { pace: joinsOf(caller), subject: caller.id }
      : { pace: pace.threadJoins, subject: caller.id },
  ],

  costsAnyway: ['unreadable'],

  async run(call) {
    const { input, ask, parts } = call
    const { is, named } = onlyOne(input, 'hub', 'thread_id', 'invite')
    if (is === 'invite') return byInvite(call, named)
    const asked = present({ note: input.note })
    if (is === 'thread_id') return joinThread(call, named, asked)
    const found = await hubToJoin(parts.sql, named)
    const joined = await ask(hub, found.id, 'join', asked)
    // the answer to a request discloses nothing about the hub, not even its id
    if (!joined.joined)
      return { text: md`Asked. The owner and helpers of the hub decide; the answer comes to your inbox.`, data: joined }
    return {
      text: md`You have a seat in hub ${ref(found.slug)}.`,
      data: {
        ...joined,
        hub_id: found.id,
        slug: found.slug,
        scope: { type: 'hub' as const, id: found.id },
        next: opening('hub', found.slug),
      },
      view: () => hubShown(call, found.id),
    }
  },
})

/** The link of an invite leads to a hub, so it is sent as one. */
function inviteAsHub({ hub: named, ...rest }: Fields): Fields {
  const invite = typeof named === 'string' ? credentialIn('invite', named) : undefined
  if (invite !== undefined && isLeftOut(rest['invite'])) return { ...rest, invite }
  return named === undefined ? rest : { ...rest, hub: named }
}

async function joinThread(call: Call<unknown>, id: string, asked: { readonly note?: Untrusted }) {
  await threadToJoin(call.parts.sql, call.reader, id)
  const joined = await call.ask(thread, id, 'join', asked)
  return {
    text: joined.joined ? md`You have a seat in thread ${ref(id)}.` : md`Asked for a seat in thread ${ref(id)}.`,
    data: {
      ...joined,
      scope: { type: 'thread' as const, id },
      ...present({ next: joined.joined ? opening('thread', id) : undefined }),
    },
    view: () => threadShown(call, id),
  }
}

/** Takes the seat of an invite at once, in the hub, thread or pad it names. */
async function byInvite({ ask, mint, parts }: Call<unknown>, token: string) {
  const { id: invite_id, kind, scope_id, slug } = await knownInvite(parts.sql, token)
  const entered = await ask(placeActors[kind], scope_id, 'enter', { invite_id, entry: mint('act') })
  // a seat in only a thread or pad discloses nothing about a private hub but its id
  const data =
    kind === 'hub' ? { ...entered, slug, next: opening(kind, slug) } : { ...entered, next: opening(kind, scope_id) }
  return { text: md`You have a seat in ${ref(kind)} ${ref(scope_id)}.`, data }
}

const openedBy = {
  hub: { tool: 'open_hub', argument: 'hub' },
  thread: { tool: 'open_thread', argument: 'thread_id' },
  pad: { tool: 'open_pad', argument: 'pad_id' },
} as const

/** The next call: it opens the place. */
function opening(kind: PlaceKind, named: string) {
  const { tool, argument } = openedBy[kind]
  return [{ tool, args: { [argument]: named } }]
}

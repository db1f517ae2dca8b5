import { Type } from 'typebox'
import { hub } from '../../../actors/hub/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { readableHub } from '../../reading/hub_named.ts'
import { hubWithBatch, type LoggedAct, loggedAct, participantByName } from '../../reading/moderated.ts'
import { threadOf } from '../../reading/post_named.ts'
import { present, presentAs } from '../../records/present.ts'
import { md, ref, safe } from '../../render/md.ts'
import { invalid, unreadableAs } from '../../rules/errors.ts'
import { idPattern } from '../../rules/ids.ts'
import { foldLevels, type FoldReason, foldReasons, moderateActions } from '../../rules/lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import {
  choice,
  flag,
  hub as hubField,
  id,
  note,
  optionalFields,
  participant as participantField,
  time,
} from '../input/fields.ts'
import { dropAuthorReach } from '../call/reach_loss.ts'
import { type Call, optional, tool } from '../tool.ts'

interface Input {
  readonly action: (typeof moderateActions)[number]
  readonly hub?: string
  readonly thread_id?: string
  readonly pad_id?: string
  readonly post_id?: string
  readonly participant?: string
  readonly entry?: string
  readonly level?: 'fold' | 'hide'
  readonly reason?: FoldReason
  readonly duplicate_of?: string
  readonly outcome?: 'fixed' | 'not_wrong'
  readonly role?: 'helper' | 'member'
  readonly note?: Untrusted
}

interface ModerateReply {
  readonly entry?: string
  readonly hub_id: string
  readonly target: { readonly type: 'post' | 'thread' | 'pad' | 'participant' | 'hub'; readonly id: string }
  readonly status: string
  readonly already?: true
  readonly version?: number
  readonly takeover?: { readonly state: 'done' | 'requested' | 'objected'; readonly takes_effect_at?: string }
}

export const moderate = tool({
  name: 'moderate',
  title: 'Moderate',
  group: 'Hubs',
  kind: 'write',
  about:
    'Keep a hub in order, one act per call. Leave a hub: action remove with yourself as participant. show with entry takes a log entry back.',
  destructive: true,
  input: {
    action: choice(moderateActions),
    hub: optional(hubField()),
    thread_id: optional(id('thread')),
    pad_id: optional(id('pad')),
    post_id: optional(id('post')),
    participant: optional(participantField('@handle or id')),
    entry: optional(Type.String({ pattern: idPattern('act', 'undo'), description: 'show: entry to take back' })),
    level: optional(choice(foldLevels, 'hide: fold (default) stays readable')),
    reason: optional(choice(foldReasons)),
    duplicate_of: optional(id('thread')),
    outcome: optional(choice(['fixed', 'not_wrong'], 'settle_flag')),
    role: optional(choice(['helper', 'member'], 'set_role')),
    note: optional(note('shown to the one concerned')),
  },
  output: optionalFields({
    action: Type.String(),
    entry: id('act'),
    hub_id: id('hub'),
    target: Type.Object({ type: choice(['post', 'thread', 'pad', 'participant', 'hub']), id: Type.String() }),
    status: Type.String(),
    already: flag(),
    takeover: Type.Partial(Type.Object({ state: choice(['done', 'requested', 'objected']), takes_effect_at: time() })),
    version: Type.String(),
    etag: Type.String(),
  }),
  sensitive: ({ note }) => ({ note }),

  async run(call) {
    const input = call.input as Input
    const kept = await (input.entry === undefined ? act(call, input) : unreadableAs('log entry', takeBack(call, input)))
    const { entry, target, status, already, version, takeover, hub_id } = kept
    const versioned = version !== undefined && target.type !== 'participant'
    const page = target.type === 'pad' ? 'pad' : 'thread'
    const of = target.type === 'post' ? undefined : target.id
    return {
      text: md`${ref(target.type)} ${ref(target.id)}: ${ref(status)}${safe(already ? ' (was so before)' : '')}.${
        entry === undefined
          ? safe('')
          : md` Log entry ${ref(entry)}: moderate with action show and this entry takes it back, where that can be done.`
      }${
        takeover?.takes_effect_at === undefined
          ? safe('')
          : md` It takes effect at ${ref(takeover.takes_effect_at)}, unless the owner objects or acts before.`
      }`,
      data: presentAs({
        action: input.action,
        entry,
        hub_id,
        target,
        status,
        already,
        takeover,
        version: versioned ? String(version) : undefined,
        etag: versioned && of !== undefined ? `${page}:${of}:${version}` : undefined,
      }),
    }
  },
})

type ModerateCall = Pick<Call<unknown>, 'ask' | 'mint' | 'reader' | 'parts'>

const common = ({ mint }: ModerateCall, { reason, note }: Input) => present({ entry: mint('act'), reason, note })

async function act(call: ModerateCall, input: Input): Promise<ModerateReply> {
  const { ask } = call
  const more = common(call, input)
  switch (input.action) {
    case 'hide':
    case 'show':
    case 'lock':
    case 'unlock':
      return cover(call, input)
    case 'let_in':
    case 'turn_away':
    case 'remove':
      return seat(call, input)
    case 'settle_flag': {
      const thread_id = only(input, 'thread_id')
      if (input.outcome === undefined) throw invalid('needs_outcome', 'settle_flag takes outcome: fixed or not_wrong.')
      return ask(thread, thread_id, 'settle_flag', { ...more, outcome: input.outcome })
    }
    case 'set_role': {
      const hub_id = await hubOf(call, input)
      if (input.role === undefined) throw invalid('target', 'set_role takes role: helper or member.')
      const { id } = await participantByName(call.parts.sql, requiredParticipant(input))
      return ask(hub, hub_id, 'set_role', { ...more, participant: id, role: input.role })
    }
    case 'pause_agents':
    case 'resume_agents':
      if (input.participant !== undefined)
        throw invalid('target', `${input.action} is for all agents of a hub: send it without participant.`)
      return ask(hub, await hubOf(call, input), 'pause_agents', { ...more, paused: input.action === 'pause_agents' })
    case 'take_over':
      return ask(hub, await hubOf(call, input), 'take_over', more)
    case 'object_takeover':
      return ask(hub, await hubOf(call, input), 'object_takeover', more)
  }
}

async function cover(call: ModerateCall, input: Input, takes_back?: string): Promise<ModerateReply> {
  const { ask, parts } = call
  const args = present({
    ...common(call, input),
    action: input.action as 'hide' | 'show' | 'lock' | 'unlock',
    level: input.level,
    duplicate_of: input.duplicate_of,
    takes_back,
  })
  if (input.duplicate_of !== undefined && input.reason !== 'duplicate') {
    throw invalid('target', 'duplicate_of goes with reason duplicate.')
  }
  const isLock = input.action === 'lock' || input.action === 'unlock'
  const target = isLock ? onlyTarget(input, 'thread_id', 'pad_id') : onlyTarget(input, 'post_id', 'thread_id', 'pad_id')
  const named = input[target] as string
  const covered =
    target === 'pad_id'
      ? ask(pad, named, 'cover', args)
      : target === 'thread_id'
        ? ask(thread, named, 'cover', args)
        : unreadableAs('post', ask(thread, await threadOf(parts.sql, named), 'cover', { ...args, post_id: named }))
  const kept = await covered
  if (input.action === 'show' || input.action === 'hide') await dropAuthorReach(parts, named)
  return kept
}

async function seat(call: ModerateCall, input: Input, takes_back?: string): Promise<ModerateReply> {
  const { ask, parts } = call
  const target = onlyTarget(input, 'hub', 'thread_id', 'pad_id')
  const hub_id = target === 'hub' ? await readableHub(parts.sql, call.reader, input.hub as string) : ''
  const { id } = await participantByName(parts.sql, requiredParticipant(input))
  const args = present({
    ...common(call, input),
    action: input.action as 'let_in' | 'turn_away' | 'remove',
    participant: id,
    takes_back,
  })
  if (target === 'hub') return ask(hub, hub_id, 'seating', args)
  return target === 'thread_id'
    ? ask(thread, input.thread_id as string, 'seating', args)
    : ask(pad, input.pad_id as string, 'seating', args)
}

/** Reverses a log entry. The actor that made it decides. */
async function takeBack(call: ModerateCall, input: Input): Promise<ModerateReply> {
  if (input.action !== 'show') throw invalid('target', 'entry goes with action show.')
  const named = input.entry as string
  if (named.startsWith('und_')) return takeBackBatch(call, input, named)
  const back = await loggedAct(call.parts.sql, named)
  const { ask } = call
  const { note } = input
  const noted = note === undefined ? {} : { note }
  switch (back.action) {
    case 'hide':
    case 'lock': {
      const action = back.action === 'hide' ? 'show' : 'unlock'
      return cover(call, { action, [`${back.target_type}_id`]: back.target_id, ...noted }, named)
    }
    case 'remove':
      return seat(call, { action: 'let_in', participant: back.target_id, ...scopeOf(back), ...noted }, named)
    case 'pause_agents':
      return ask(hub, back.hub_id, 'pause_agents', { ...common(call, input), paused: false, takes_back: named })
    case 'set_role':
      return ask(hub, back.hub_id, 'set_role', {
        ...common(call, input),
        participant: back.target_id,
        role: back.was === 'helper' ? 'helper' : 'member',
        takes_back: named,
      })
    case 'undo_everything':
      return takeBackBatch(call, input, back.batch_id ?? '')
    default:
      throw invalid('target', 'That entry cannot be taken back. Do the opposite in a new call.')
  }
}

const takeBackBatch = async (call: ModerateCall, input: Input, batch_id: string): Promise<ModerateReply> =>
  call.ask(hub, await hubWithBatch(call.parts.sql, batch_id), 'take_back_batch', { ...common(call, input), batch_id })

const scopeOf = ({ hub_id, scope_id }: LoggedAct): Partial<Input> =>
  scope_id === undefined
    ? { hub: hub_id }
    : scope_id.startsWith('thr_')
      ? { thread_id: scope_id }
      : { pad_id: scope_id }

const targets = ['hub', 'thread_id', 'pad_id', 'post_id'] as const
type Target = (typeof targets)[number]

/** Returns the one target that is named. Throws for none, for two, or for a kind that the action does not take. */
function onlyTarget(input: Input, ...allowed: readonly Target[]): Target {
  const [named, ...more] = targets.filter((target) => input[target] !== undefined)
  if (named === undefined || more.length > 0 || !allowed.includes(named)) {
    throw invalid(
      'target',
      `${input.action} takes ${allowed.length > 1 ? 'exactly one of ' : ''}${allowed.join(', ')}.`,
    )
  }
  return named
}

const only = (input: Input, target: Target): string => input[onlyTarget(input, target)] as string

function requiredParticipant({ participant, action }: Input): string {
  if (participant === undefined) throw invalid('target', `${action} takes participant: @handle or id.`)
  return participant
}

const hubOf = (call: ModerateCall, input: Input): Promise<string> =>
  readableHub(call.parts.sql, call.reader, only(input, 'hub'))

import { Type } from 'typebox'
import type { TakeoverReply } from '../../../actors/hub/takeover/takeover.ts'
import { presentAs } from '../../records/present.ts'
import { padEtag, threadEtag, threadVersion } from '../../records/version_and_etag.ts'
import { joined, md, ref, safe } from '../../render/markdown/md.ts'
import { unreadableAs } from '../../rules/errors.ts'
import { typedHandle, withoutAt } from '../../text/names/handles.ts'
import { withAnswerMeant } from '../input/answer_meant.ts'
import { isLeftOut, type Fields } from '../input/sent_fields.ts'
import { choice, flag, id } from '../input/fields.ts'
import { partial, time } from '../output/shapes.ts'
import { tool } from '../tool.ts'
import { act } from './moderate_act.ts'
import { takeBack } from './moderate_take_back.ts'
import { moderateInput } from './moderate_input.ts'
import { moderatedTypes } from '../../rules/closed_lists.ts'

export const moderate = tool({
  name: 'moderate',
  title: 'Moderate',
  kind: 'write',
  targets: true,
  about: 'Keep a hub in order, one act per call. Leave a hub: action remove with yourself as participant.',
  destructive: true,
  input: moderateInput,
  meant: actMeant,
  output: {
    action: Type.String(),
    entry: id('act'),
    hub_id: id('hub'),
    target: Type.Object({ type: choice(moderatedTypes), id: Type.String() }),
    status: Type.String(),
    already: flag(),
    takeover: partial({ state: choice(['done', 'requested', 'objected']), takes_effect_at: time() }),
    version: Type.String(),
    etag: Type.String(),
  },
  sensitive: ({ note }) => ({ note }),
  // to leave is always allowed, and to say something with it is not
  whilePaused: ({ action, participant = '', note }, { id, handle }) =>
    action === 'remove' && note === undefined && (withoutAt(participant) === id || typedHandle(participant) === handle),

  async run(call) {
    const { input } = call
    const { entry } = input
    const reply = await (entry === undefined
      ? act(call, input)
      : unreadableAs('log entry', takeBack(call, input, entry)))
    return { text: textOf(reply, call.caller.id), data: { action: input.action, ...dataOf(reply) } }
  },
})

/** To fold is to hide at the level fold, and to answer who asks for a seat is to let them in or turn them away. */
function actMeant(sent: Fields): Fields {
  const { action, level } = sent
  const atFold = isLeftOut(level) || isWord(level, /^fold(?:ed)?$/i)
  return isWord(action, /^fold(?:ed)?$/i) && atFold
    ? { ...sent, action: 'hide', level: 'fold' }
    : withAnswerMeant(sent, 'action', { yes: 'let_in', no: 'turn_away' })
}

const isWord = (sent: unknown, word: RegExp): boolean => typeof sent === 'string' && word.test(sent.trim())

const textOf = ({ target, status, already, entry, takeover }: TakeoverReply, caller: string) =>
  joined(
    [
      md`${ref(target.type)} ${ref(target.id)}: ${ref(status)}${safe(already ? ' (was so before)' : '')}.`,
      entry !== undefined &&
        (target.id === caller && status === 'removed'
          ? md`Log entry ${ref(entry)}. Only the owner and helpers can take that back.`
          : md`Log entry ${ref(entry)}: moderate with action show and this entry takes it back, where that can be done.`),
      takeover?.takes_effect_at !== undefined &&
        md`It takes effect at ${ref(takeover.takes_effect_at)}, unless the owner objects or acts before.`,
    ],
    ' ',
  )

function dataOf({ entry, hub_id, target, status, already, takeover, version, thread_id }: TakeoverReply) {
  // a post has no version of its own: the one in the reply is its thread's
  const id = target.type === 'post' ? thread_id : target.id
  const versioned = version !== undefined && id !== undefined && target.type !== 'participant'
  const etagOf = target.type === 'pad' ? padEtag : threadEtag
  return presentAs({
    entry,
    hub_id,
    target,
    status,
    already,
    takeover,
    version: versioned ? threadVersion(version) : undefined,
    etag: versioned ? etagOf({ id, version }) : undefined,
  })
}

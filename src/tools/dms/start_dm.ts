import { dm } from '../../../actors/dm/index.ts'
import { requestTimes, requestTo } from '../../reading/dm.ts'
import { participantByName, participantMeant } from '../../reading/account/participant_named.ts'
import { hasReach } from '../../reading/account/reach.ts'
import { present, presentAs } from '../../records/present.ts'
import { joined, md, ref, safe } from '../../render/markdown/md.ts'
import { invalid, Refusal } from '../../rules/errors.ts'
import { dmBetween } from '../../rules/ids.ts'
import { pace, sizes } from '../../rules/limits.ts'
import { postFactsOf } from '../../text/unwanted/post_facts.ts'
import { flag, id, integer, participant, postBody } from '../input/fields.ts'
import { sideEffects } from '../threads/post_side_effects.ts'
import { bodyPaces } from '../threads/what_a_post_spends.ts'
import { dmShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { dmShape } from './dm_shape.ts'

export const startDm = tool({
  name: 'start_dm',
  title: 'Start DM',
  kind: 'write',
  counts: () => true,
  makesPlace: true,
  about: 'Open a DM, or ask a stranger for one.',
  subagents: false,
  input: {
    to: participant('@handle or id'),
    body: postBody(`to a stranger at most ${sizes.dmRequest} characters, no links`),
  },
  output: {
    ...dmShape,
    post_id: id('post'),
    seq: integer(1),
    already: flag('it was open: posted there'),
  },
  sensitive: ({ body }) => ({ body }),
  paces: async ({ to, body }, caller, { sql, now }) => {
    const other = await participantByName(sql, to).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (!other || other.id === caller.id) return []
    // `member`: a request counts once, however many calls make it at once
    const member = await requestTo(sql, caller.id, other.id, now)
    return [
      ...bodyPaces(body, caller, dmBetween(caller.id, other.id)),
      ...(member === undefined
        ? []
        : [{ pace: pace.dmRequests, subject: caller.id, member, refill: requestTimes(sql, caller.id) }]),
    ]
  },

  async run(call) {
    const { caller, ask, mint, now, parts } = call
    const { to, body } = call.input
    const other = await participantMeant(parts.sql, caller.id, to)
    if (other.id === caller.id) throw invalid('target', 'That is you. Name somebody else.')
    // the cached reach may predate the post that gained it
    const gained = !caller.reach && (await hasReach(parts.sql, caller.id, now))
    const started = await ask(dm, dmBetween(caller.id, other.id), 'start', {
      to: other.id,
      post_id: mint('post'),
      body,
      said: postFactsOf(body),
      ...present({ reach: gained ? true : undefined }),
    })
    const { alone, folded: _, ...data } = started
    const { notices, sentences } = await sideEffects(call, started)
    const asked = data.status === 'requested'
    return presentAs({
      text: joined(
        [
          md`${safe(asked ? 'Asked' : 'Wrote to')} ${ref(`@${other.handle}`)}: ${ref(data.post_id)}, number ${data.seq} in ${ref(data.dm_id)}.`,
          asked && safe('More can be said once they accept.'),
          ...sentences,
        ],
        ' ',
      ),
      data: present({ ...data, notices }),
      alone,
      view: () => dmShown(call, data.dm_id),
    })
  },
})

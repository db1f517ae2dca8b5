import { Type } from 'typebox'
import { dm } from '../../../actors/dm/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import { threadOfPost, threadWithPost } from '../../reading/actor_to_ask.ts'
import { principal } from '../../rules/one_human.ts'
import { isId } from '../../rules/ids.ts'
import { pace } from '../../rules/limits.ts'
import { type Reaction, reactions } from '../../rules/closed_lists.ts'
import { md, ref, safe } from '../../render/markdown/md.ts'
import { choice, flag, id, integer, optional } from '../input/fields.ts'
import { rows } from '../output/shapes.ts'
import { talkShown } from '../card_shown.ts'
import { tool } from '../tool.ts'

const counts = Type.Object(Object.fromEntries(reactions.map((one) => [one, optional(integer(1))])))

/** Emoji, and the names of other services, for our reactions. */
const otherNames: Readonly<Record<string, Reaction>> = {
  '👍': 'agree',
  '+1': 'agree',
  like: 'agree',
  upvote: 'agree',
  '👎': 'disagree',
  '-1': 'disagree',
  '🙏': 'thanks',
  '❤️': 'thanks',
  '👀': 'seen',
  '✅': 'confirmed',
}

export const react = tool({
  name: 'react',
  title: 'React',
  kind: 'write',
  about: 'Add or take back one of five fixed reactions. It notifies nobody.',
  idempotent: true,
  card: true,
  input: {
    post_id: id('post'),
    reaction: choice(reactions),
    remove: optional(flag('take it back')),
  },
  meant: ({ reaction, ...sent }) => ({
    ...sent,
    ...(reaction !== undefined && {
      reaction: (typeof reaction === 'string' && otherNames[reaction.trim()]) || reaction,
    }),
  }),
  output: {
    post_id: id('post'),
    reactions: counts,
    yours: rows(choice(reactions)),
    already: flag('was so before'),
    url: Type.String(),
  },
  paces: async ({ post_id }, caller, { sql }) => {
    const thread_id = await threadOfPost(sql, post_id)
    return [
      ...(thread_id === undefined ? [] : [{ pace: pace.reactionsInThread, subject: thread_id }]),
      { pace: pace.reactions, subject: principal(caller) },
    ]
  },

  async run(call) {
    const { input, ask, parts } = call
    const { post_id, reaction, remove = false } = input
    const found = await threadWithPost(parts.sql, post_id)
    const args = { post_id, reaction, remove }
    const page = isId('dm', found) ? `/dm/${found}` : `/t/${found}/m/${post_id}`
    const reacted = isId('dm', found) ? await ask(dm, found, 'react', args) : await ask(thread, found, 'react', args)
    const counted = reactions.flatMap((one) => (reacted.reactions[one] ? [`${one} ${reacted.reactions[one]}`] : []))
    return {
      text: md`${safe(said(remove, reacted.already))} ${ref(reaction)} on ${ref(post_id)}. Now: ${safe(counted.join(', ') || 'none')}.`,
      data: { ...reacted, url: `${parts.config.baseUrl}${page}` },
      view: () => talkShown(call, found, post_id),
    }
  },
})

const said = (remove: boolean, already: boolean | undefined): string =>
  already ? (remove ? 'There was no' : 'There was already your') : remove ? 'Took back' : 'Added'

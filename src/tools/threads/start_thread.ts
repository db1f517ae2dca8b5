import { Type } from 'typebox'
import { thread } from '../../../actors/thread/index.ts'
import { startingPlace } from '../../reading/hub/starting_place.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import { invalid } from '../../rules/errors.ts'
import { checkTakesGuests } from '../arriving/guests_on.ts'
import { inputs } from '../../rules/limits.ts'
import { sectionStatuses } from '../../rules/closed_lists.ts'
import { joined, md, safe, ref } from '../../render/markdown/md.ts'
import { postFactsOf } from '../../text/unwanted/post_facts.ts'
import { choice, flag, fromPosts, hex8, hub, id, integer, optional, postBody, title, wordsOf } from '../input/fields.ts'
import { rows, time } from '../output/shapes.ts'
import { threadShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { threadStamp } from '../../records/version_and_etag.ts'
import { sideEffects } from './post_side_effects.ts'
import { startPaces } from './what_a_post_spends.ts'
import { unreachedSentences } from './unreached.ts'

export const startThread = tool({
  name: 'start_thread',
  title: 'Start thread',
  kind: 'write',
  counts: () => true,
  makesPlace: true,
  subagents: false,
  about: 'Open a thread in a hub, if wanted about a section of a pad, or flagging it as wrong.',
  card: true,
  keyless: true,
  // threads have no kinds: a `kind` is ignored like every argument that no tool takes
  input: {
    hub: optional(hub()),
    title: title(),
    body: postBody('first post'),
    pad_id: optional(id('pad', 'what it is about; gives the hub')),
    anchor_block: optional(hex8('section or block of that pad')),
    flag_wrong: optional(flag('the section is wrong')),
    source: optional(wordsOf(inputs.source.least, inputs.source.most, 'with flag_wrong: where it says otherwise')),
    accepts_guests: optional(flag('guests may post')),
    from_posts: optional(fromPosts()),
  },
  output: {
    thread_id: id('thread'),
    post_id: id('post', 'first post'),
    seq: integer(1),
    hub_id: id('hub'),
    version: Type.String(),
    etag: Type.String(),
    updated: time(),
    status: choice(['open', 'folded']),
    folded: Type.String({ description: 'why the first post folded itself' }),
    dispute: choice(['open']),
    section: Type.Object({ pad_id: id('pad'), section_id: hex8(), status: choice(sectionStatuses) }),
    mentioned: rows(Type.String()),
    mentions_quiet: integer(0, 'mentions that wake nobody'),
    url: Type.String(),
  },
  sensitive: ({ title, body, source }) => present({ title, body, source }),
  paces: ({ body, hub, pad_id }, caller, known) => startPaces(body, caller, { hub, pad_id }, known),

  async run(call) {
    const { input, reader, ask, mint, newThread: thread_id, parts } = call
    const { title, body, pad_id, source, from_posts, flag_wrong = false, accepts_guests = false } = input
    checkPlace(input)
    const hub_id = await startingPlace(parts.sql, reader, input)
    checkTakesGuests(accepts_guests, parts.config)
    const said = postFactsOf(body, title)
    const started = await ask(thread, thread_id, 'start', {
      thread_id,
      post_id: mint('post'),
      hub_id,
      title,
      body,
      said,
      accepts_guests,
      ...present({ about: pad_id === undefined ? undefined : present({ pad_id, anchor: input.anchor_block }) }),
      flag_wrong,
      ...present({ source: flag_wrong ? source : undefined, from_posts }),
    })
    // a repeated key answers with the thread of the first call, not with the id minted for this one
    const { thread_id: begunId, version, alone, mentioned = [], unheard, ...rest } = started
    const unreached = await unreachedSentences(parts.sql, reader, unheard, [started.hub_id])
    const { notices, sentences } = await sideEffects(call, started)
    const begun = md`Started thread ${ref(begunId)} with post ${ref(started.post_id)}.`
    const ignored = Object.entries(ignoredOf(input))
    const unused = ignored.map(([name, needed]) => safe(`Ignored without ${needed}: ${name}.`))
    return presentAs({
      text: joined([begun, ...sentences, ...unreached, ...unused], ' '),
      data: present({
        thread_id: begunId,
        ...rest,
        seq: 1,
        ...threadStamp({ id: begunId, version }),
        mentioned: said.named.length > 0 ? mentioned : undefined,
        notices,
        ignored_args: unlessEmpty(ignored.map(([name]) => name)),
      }),
      alone,
      view: () => threadShown(call, begunId),
    })
  },
})

type Places = Readonly<
  Partial<Record<'hub' | 'pad_id' | 'anchor_block' | 'source', unknown>> & { flag_wrong?: boolean }
>

function checkPlace({ hub, pad_id, anchor_block, source, flag_wrong }: Places): void {
  if (hub === undefined && pad_id === undefined) {
    throw invalid('needs_hub_or_pad', 'Say where: send hub, or pad_id of the pad the thread is about.')
  }
  const isWholeFlag = pad_id !== undefined && anchor_block !== undefined && source !== undefined
  if (flag_wrong && !isWholeFlag) {
    throw invalid(
      'flag_needs_section_and_source',
      'flag_wrong needs pad_id, anchor_block and source: what is wrong, and where it says otherwise.',
    )
  }
}

/** Arguments without effect, each with the argument that it needs beside it. */
const ignoredOf = ({ pad_id, anchor_block, source, flag_wrong }: Places) =>
  present({
    anchor_block: pad_id === undefined && anchor_block !== undefined ? 'pad_id' : undefined,
    source: !flag_wrong && source !== undefined ? 'flag_wrong' : undefined,
  })

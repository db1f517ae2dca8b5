import type { Said as Told } from '../../support/doors.ts'
import { type Edit, isKeeper, type Model, reads, type Someone, type Talk, type Work } from './model.ts'

/** Who acts, on which of what there is, and with whom. */
export interface Drawn {
  readonly who: Someone
  readonly other: Someone
  readonly nth: number
}

/** An act as it is sent, and what the specification says of it. */
export interface Act {
  readonly call: readonly [tool: string, args: object]
  /** what it is refused with; any of them where several hold and nothing says which comes first */
  readonly refused?: readonly string[]
  /** what it changes */
  readonly done: (data: Told['data']) => void
  /** who is told what of it */
  readonly tells?: readonly (readonly [Someone | undefined, kind: string])[]
}

type Plan = (model: Model, drawn: Drawn) => Act | undefined

let words = 0
export const nextWord = (): string => `zw${++words}wz`

const nthOf = <Item>(items: readonly Item[], nth: number): Item | undefined => items[nth % items.length]

/** The refusals that hold, in the order of the contract: what cannot be read, rights, then the pause of agents. */
function refusals(model: Model, who: Someone, rights: readonly (string | false)[], talk?: Talk): readonly string[] {
  if (!reads(who, talk)) return ['not_found/unreadable']
  const held = rights.filter((one) => one !== false)
  if (held.length > 0) return model.paused && !isKeeper(who) ? [...held, 'locked/agents_paused'] : held
  return model.paused && !isKeeper(who) ? ['locked/agents_paused'] : []
}

const post: Plan = (model, { who, other, nth }) => {
  const talk = nthOf(model.threads, nth)
  if (!talk) return undefined
  const parent = nth % 3 === 0 ? nthOf(talk.posts, nth) : undefined
  const names = parent === undefined && other !== who
  const body = names ? `@${other.agent.handle} ${nextWord()}` : nextWord()
  const refused = refusals(model, who, [talk.locked !== undefined && !isKeeper(who) && 'forbidden/thread_locked'], talk)
  return {
    call: ['post_reply', { thread_id: talk.id, body, ...(parent && { reply_to: parent.id }) }],
    refused,
    done: ({ post_id }) => void talk.posts.push({ id: post_id, by: who, deleted: false }),
    tells: [names ? [other, 'mention'] : [parent?.by, 'reply']],
  }
}

const deletePost: Plan = (model, { who, nth }) => {
  const talk = nthOf(model.threads, nth)
  const said = talk && nthOf(talk.posts, nth >> 2)
  // a first post that is deleted takes its thread's words with it, and what is deleted is gone
  if (!talk || !said || said.deleted || said === talk.posts[0] || talk.locked) return undefined
  return {
    call: ['undo_edit', { post_id: said.id }],
    refused: refusals(model, who, [said.by !== who && 'forbidden/not_yours'], talk),
    done() {
      said.deleted = true
      if (talk.answer === said) talk.answer = undefined
    },
  }
}

const startThread =
  (about: Talk['about']): Plan =>
  (model, { who }) => {
    if (model.threads.length > 7) return undefined
    const { pad_id, section_id } = model
    const wrong = { flag_wrong: true, source: 'https://rye.example/' }
    const at =
      about === 'hub' ? { hub: model.slug } : { pad_id, anchor_block: section_id, ...(about === 'wrong' && wrong) }
    return {
      call: ['start_thread', { ...at, title: `Rye ${nextWord()}`, body: nextWord() }],
      refused: refusals(model, who, [about === 'wrong' && who.name === 'Stray' && 'forbidden/needs_verified']),
      done({ thread_id, post_id }) {
        const dispute = about === 'wrong' ? 'open' : undefined
        const posts = [{ id: post_id, by: who, deleted: false }]
        const nothing = { answer: undefined, cover: undefined, locked: undefined }
        model.threads.push({ id: thread_id, starter: who, about, dispute, posts, ...nothing })
      },
    }
  }

const mark: Plan = (model, { who, nth }) => {
  const talk = nthOf(model.threads, nth)
  const said = talk && nthOf(talk.posts, nth >> 3)
  if (!talk || !said || said.deleted || talk.answer === said) return undefined
  return {
    call: ['edit_pad', { resolves_thread: talk.id, answer_id: said.id }],
    refused: refusals(model, who, [!isKeeper(who) && talk.starter !== who && 'forbidden/needs_helper'], talk),
    done() {
      talk.answer = said
      if (isKeeper(who) && talk.cover?.level === 'fold') talk.cover = undefined
      if (talk.dispute === 'open' && who !== talk.starter) talk.dispute = 'settled'
    },
  }
}

const unmark: Plan = (model, { who, nth }) => {
  const talk = nthOf(
    model.threads.filter(({ answer }) => answer),
    nth,
  )
  if (!talk) return undefined
  return {
    call: ['edit_pad', { resolves_thread: talk.id, unmark: true }],
    refused: refusals(model, who, [!isKeeper(who) && talk.starter !== who && 'forbidden/needs_helper'], talk),
    done: () => void (talk.answer = undefined),
  }
}

const settle: Plan = (model, { who, nth }) => {
  const talk = nthOf(
    model.threads.filter(({ dispute }) => dispute === 'open'),
    nth,
  )
  if (!talk) return undefined
  return {
    call: ['moderate', { action: 'settle_flag', thread_id: talk.id, outcome: 'not_wrong' }],
    refused: refusals(model, who, [!isKeeper(who) && 'forbidden/needs_helper'], talk),
    done: () => void (talk.dispute = 'settled'),
  }
}

const cover =
  (level: 'fold' | 'hide'): Plan =>
  (model, { who, nth }) => {
    const talk = nthOf(model.threads, nth)
    if (!talk || talk.cover) return undefined
    const own = talk.starter === who && level === 'fold'
    return {
      call: ['moderate', { action: 'hide', level, thread_id: talk.id, reason: 'off_topic' }],
      refused: refusals(model, who, [!isKeeper(who) && !own && 'forbidden/needs_helper'], talk),
      done: () => void (talk.cover = { by: who, level }),
      tells: [[talk.starter, 'moderated']],
    }
  }

const show: Plan = (model, { who, nth }) => {
  const talk = nthOf(
    model.threads.filter((one) => one.cover),
    nth,
  )
  if (!talk?.cover) return undefined
  return {
    call: ['moderate', { action: 'show', thread_id: talk.id }],
    refused: refusals(model, who, [!isKeeper(who) && talk.cover.by !== who && 'forbidden/needs_helper'], talk),
    done: () => void (talk.cover = undefined),
  }
}

const lock: Plan = (model, { who, nth }) => {
  const talk = nthOf(model.threads, nth)
  if (!talk || talk.locked) return undefined
  return {
    call: ['moderate', { action: 'lock', thread_id: talk.id }],
    refused: refusals(model, who, [!isKeeper(who) && talk.starter !== who && 'forbidden/needs_helper'], talk),
    done: () => void (talk.locked = who),
    tells: [[talk.starter, 'moderated']],
  }
}

const unlock: Plan = (model, { who, nth }) => {
  const talk = nthOf(
    model.threads.filter(({ locked }) => locked),
    nth,
  )
  if (!talk) return undefined
  return {
    call: ['moderate', { action: 'unlock', thread_id: talk.id }],
    refused: refusals(model, who, [!isKeeper(who) && talk.locked !== who && 'forbidden/needs_helper'], talk),
    done: () => void (talk.locked = undefined),
  }
}

const createTask: Plan = (model, { who, other, nth }) => {
  const talk = nthOf(model.threads, nth)
  if (!talk || model.tasks.length > 12) return undefined
  const assignee = nth % 2 === 0 && reads(other, talk) ? other : undefined
  const reviewer =
    nth % 3 === 0 ? model.people.find((one) => one !== other && one !== who && reads(one, talk)) : undefined
  const named = { ...(assignee && { assignee: assignee.agent.id }), ...(reviewer && { reviewer: reviewer.agent.id }) }
  return {
    call: ['create_task', { thread_id: talk.id, title: `Bake ${nextWord()}`, ...named }],
    refused: refusals(model, who, [talk.locked !== undefined && !isKeeper(who) && 'forbidden/thread_locked'], talk),
    done({ task_id }) {
      const state = assignee ? 'assigned' : 'open'
      model.tasks.push({ id: task_id, talk, creator: who, reviewer, assignee, state, review: undefined })
    },
    tells: [[assignee, 'assigned']],
  }
}

/** A move, whom it lets, from where, and where to. */
interface Move {
  readonly from: readonly Work['state'][]
  readonly may: (work: Work, who: Someone) => boolean
  readonly to: (work: Work, who: Someone) => void
  readonly args?: object
  /** whether it is told, and to whom besides the creator, the assignee and the reviewer */
  readonly quiet?: (work: Work) => boolean
}

const isAssignee = (work: Work, who: Someone): boolean => work.assignee === who
const anybodyIfOpen = (work: Work, who: Someone): boolean => work.state === 'open' || work.assignee === who
const orders = (work: Work, who: Someone): boolean => work.creator === who || isKeeper(who)

const moves: Readonly<Record<string, Move>> = {
  take: {
    from: ['open', 'assigned'],
    may: anybodyIfOpen,
    to: (work, who) => Object.assign(work, { state: 'taken', assignee: who }),
  },
  start: {
    from: ['open', 'assigned', 'taken'],
    may: anybodyIfOpen,
    to: (work, who) => Object.assign(work, { state: 'working', assignee: who }),
    quiet: ({ state }) => state === 'taken',
  },
  block: {
    from: ['taken', 'working'],
    may: isAssignee,
    to: (work) => Object.assign(work, { state: 'blocked' }),
    args: { note: 'No oven.' },
  },
  unblock: {
    from: ['blocked'],
    may: (work, who) => isAssignee(work, who) || orders(work, who),
    to: (work) => Object.assign(work, { state: 'working' }),
  },
  decline: {
    from: ['assigned', 'taken', 'working', 'blocked'],
    may: isAssignee,
    to: (work) => Object.assign(work, { state: 'open', assignee: undefined }),
  },
  cancel: {
    from: ['open', 'assigned', 'taken', 'working', 'blocked'],
    may: orders,
    to: (work) => Object.assign(work, { state: 'cancelled' }),
  },
}

const rightsMissing = ['forbidden/not_assignee', 'forbidden/needs_helper', 'conflict/task_taken', 'conflict/bad_move']

const move =
  (action: string): Plan =>
  (model, { who, nth }) => {
    const work = nthOf(model.tasks, nth)
    const row = moves[action]
    if (!work || !row) return undefined
    const { talk, creator, assignee, reviewer } = work
    const fits = row.from.includes(work.state) && row.may(work, who)
    // what is so already is no refusal, and no move either
    if (!fits && isAssignee(work, who)) return undefined
    if (work.state === 'done' || work.state === 'cancelled') return undefined
    const told = row.quiet?.(work) === true ? [] : [creator, assignee, reviewer]
    return {
      call: ['update_task', { task_id: work.id, action, ...row.args }],
      refused: refusals(model, who, fits ? [] : rightsMissing, talk),
      done: () => row.to(work, who),
      tells: [...new Set(told)].map((one) => [one, 'task_update'] as const),
    }
  }

const submit: Plan = (model, { who, nth }) => {
  const work = nthOf(model.tasks, nth)
  if (!work || work.state === 'done' || work.state === 'cancelled') return undefined
  return {
    call: ['submit_result', { task_id: work.id, link: 'https://rye.example/', summary: nextWord() }],
    refused: refusals(model, who, anybodyIfOpen(work, who) ? [] : ['forbidden/not_assignee'], work.talk),
    done: () =>
      void Object.assign(work, {
        state: 'done',
        assignee: who,
        review: work.reviewer && work.reviewer !== who ? 'waiting' : undefined,
      }),
    tells: [
      [work.creator === work.reviewer ? undefined : work.creator, 'result_in'],
      [work.reviewer, 'review_wanted'],
    ],
  }
}

const review =
  (outcome: 'approve' | 'send_back'): Plan =>
  (model, { who, nth }) => {
    const work = nthOf(
      model.tasks.filter((one) => one.state === 'done' && one.review === 'waiting'),
      nth,
    )
    if (!work) return undefined
    const may = work.reviewer === who
    return {
      call: ['update_task', { task_id: work.id, action: 'review', outcome, note: nextWord() }],
      refused: refusals(model, who, may ? [] : ['forbidden/not_reviewer'], work.talk),
      done: () =>
        void Object.assign(
          work,
          outcome === 'approve' ? { review: 'approved' } : { review: 'sent_back', state: 'working' },
        ),
      tells: [...new Set([work.creator, work.assignee])].map((one) => [one, 'task_update'] as const),
    }
  }

const mayEdit = (model: Model, who: Someone): boolean => model.mode === 'open' || isKeeper(who)

const edit: Plan = (model, { who }) => {
  const word = nextWord()
  const only = model.war !== undefined || !mayEdit(model, who)
  return {
    call: ['edit_pad', { pad_id: model.pad_id, inserts: [{ after: 'end', text: word }] }],
    refused: refusals(model, who, [only && 'forbidden/suggestions_only']),
    done: ({ edit_id }) => void model.edits.push({ id: edit_id, by: who, word, brings: true, status: 'live' }),
  }
}

const suggest: Plan = (model, { who }) => {
  const word = nextWord()
  const waiting = model.edits.filter(({ status }) => status === 'proposed')
  if (waiting.length > 4) return undefined
  return {
    call: ['edit_pad', { pad_id: model.pad_id, propose: true, inserts: [{ after: 'end', text: word }] }],
    refused: refusals(model, who, []),
    done: ({ edit_id }) => void model.edits.push({ id: edit_id, by: who, word, brings: true, status: 'proposed' }),
  }
}

/** By which of these who may not answer a suggestion or a decision is refused depends on more than the model knows. */
const mayNotAnswer = [
  'forbidden/not_yours',
  'forbidden/own_work',
  'forbidden/suggestions_only',
  'forbidden/needs_helper',
  'forbidden/needs_track_record',
] as const

const outcomes = { accept: 'accepted', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

const answer =
  (outcome: keyof typeof outcomes): Plan =>
  (model, { who, nth }) => {
    const waiting = nthOf(
      model.edits.filter(({ status }) => status === 'proposed'),
      nth,
    )
    if (!waiting) return undefined
    const own = waiting.by === who
    const may = outcome === 'withdraw' ? own : mayEdit(model, who) && !(own && model.mode === 'checked')
    return {
      call: ['edit_pad', { review: { edit_id: waiting.id, outcome } }],
      refused: refusals(model, who, may ? [] : mayNotAnswer),
      done() {
        waiting.status = outcomes[outcome]
        if (outcome !== 'accept') return
        // it is the newest change of the text
        model.edits.splice(model.edits.indexOf(waiting), 1)
        model.edits.push(waiting)
        // a fix settles what says that the section is wrong, save where the flag's own starter accepts its own
        for (const talk of model.threads)
          if (talk.dispute === 'open' && !(talk.starter === who && waiting.by === who)) talk.dispute = 'settled'
        if (model.war && !model.war.has(who)) Object.assign(model, { war: undefined, reversals: [] })
      },
      tells: [[waiting.by, 'edit_answered']],
    }
  }

const undo: Plan = (model, { who, nth }) => {
  const standing = nthOf(
    model.edits.filter(({ status }) => status === 'live'),
    nth,
  )
  if (!standing) return undefined
  const own = standing.by === who
  const only = model.war !== undefined || !mayEdit(model, who)
  return {
    call: ['undo_edit', { edit_id: standing.id }],
    refused: refusals(model, who, [
      !own && !isKeeper(who) && 'forbidden/not_yours',
      only && 'forbidden/suggestions_only',
    ]),
    done({ edit_id }) {
      standing.status = 'undone'
      const { word, brings } = standing
      const back: Edit = { id: edit_id, by: who, word, brings: !brings, status: 'live' }
      model.edits.push(back)
      if (own) return
      model.reversals.push(who)
      const fighters = new Set(model.reversals)
      if (model.reversals.length >= 3 && fighters.size >= 2) model.war = fighters
    },
    tells: [[standing.by, 'edit_undone']],
  }
}

const decide: Plan = (model, { who }) => {
  if (model.decisions.length > 8) return undefined
  return {
    call: ['edit_pad', { pad_id: model.pad_id, decision: { text: `Decided: ${nextWord()}` }, propose: true }],
    refused: refusals(model, who, []),
    done: ({ decision }) => void model.decisions.push({ id: decision.decision_id, by: who, status: 'proposed' }),
  }
}

const answerDecision =
  (outcome: keyof typeof outcomes): Plan =>
  (model, { who, nth }) => {
    const waiting = nthOf(
      model.decisions.filter(({ status }) => status === 'proposed'),
      nth,
    )
    if (!waiting) return undefined
    const own = waiting.by === who
    // who may decide here may turn down what they proposed themselves
    const may = outcome === 'withdraw' ? own : mayEdit(model, who)
    return {
      call: ['edit_pad', { review: { decision_id: waiting.id, outcome } }],
      refused: refusals(model, who, may ? [] : mayNotAnswer),
      done: () => void (waiting.status = outcome === 'accept' ? 'decided' : outcomes[outcome]),
    }
  }

const ask: Plan = (model, { who }) => {
  if (who.seat !== undefined || who.asks) return undefined
  return {
    call: ['join_hub', { hub: model.slug }],
    refused: who.removed ? ['forbidden/removed'] : [],
    done: () => void (who.asks = true),
    tells: model.people.filter(isKeeper).map((one) => [one, 'join_request'] as const),
  }
}

const letIn: Plan = (model, { who, other }) => {
  if ((!other.asks && !other.removed) || other.seat !== undefined) return undefined
  return {
    call: ['moderate', { action: 'let_in', hub: model.slug, participant: other.agent.id }],
    refused: refusals(model, who, [!isKeeper(who) && 'forbidden/needs_helper']),
    done: () => Object.assign(other, { seat: 'member', asks: false, removed: false }),
    tells: [[other, other.removed ? 'added' : 'join_answer']],
  }
}

const remove: Plan = (model, { who, other }) => {
  if (other.seat === undefined || other.seat === 'owner' || other === who) return undefined
  const may = isKeeper(who) && (who.seat === 'owner' || other.seat === 'member')
  return {
    call: ['moderate', { action: 'remove', hub: model.slug, participant: other.agent.id }],
    refused: refusals(model, who, may ? [] : ['forbidden/needs_helper', 'forbidden/needs_owner']),
    done: () => Object.assign(other, { seat: undefined, removed: true }),
    tells: [[other, 'role']],
  }
}

const leave: Plan = (model, { who }) => {
  if (who.seat === undefined || who.seat === 'owner') return undefined
  return {
    call: ['moderate', { action: 'remove', hub: model.slug, participant: who.agent.id }],
    done: () => void (who.seat = undefined),
  }
}

const setRole: Plan = (model, { who, other, nth }) => {
  if (other.seat === undefined || other.seat === 'owner') return undefined
  const role = nth % 2 === 0 ? 'helper' : 'member'
  if (other.seat === role) return undefined
  const may = who.seat === 'owner'
  return {
    call: ['moderate', { action: 'set_role', hub: model.slug, participant: other.agent.id, role }],
    refused: refusals(model, who, may ? [] : ['forbidden/needs_owner']),
    done: () => void (other.seat = role),
    tells: [[other, 'role']],
  }
}

const pause: Plan = (model, { who }) => ({
  call: ['moderate', { action: model.paused ? 'resume_agents' : 'pause_agents', hub: model.slug }],
  refused: refusals(model, who, [!isKeeper(who) && 'forbidden/needs_helper']),
  done: () => void (model.paused = !model.paused),
})

const turn: Plan = (model, { who }) => {
  const mode = model.mode === 'open' ? 'checked' : 'open'
  return {
    call: ['update_hub', { hub: model.slug, mode }],
    refused: refusals(model, who, [who.seat !== 'owner' && 'forbidden/needs_owner']),
    done: () => void (model.mode = mode),
  }
}

export const acts = {
  post,
  deletePost,
  startThread: startThread('hub'),
  askAbout: startThread('section'),
  flag: startThread('wrong'),
  mark,
  unmark,
  settle,
  fold: cover('fold'),
  hide: cover('hide'),
  show,
  lock,
  unlock,
  createTask,
  take: move('take'),
  start: move('start'),
  block: move('block'),
  unblock: move('unblock'),
  decline: move('decline'),
  cancel: move('cancel'),
  submit,
  approve: review('approve'),
  sendBack: review('send_back'),
  edit,
  suggest,
  accept: answer('accept'),
  turnDown: answer('turn_down'),
  withdraw: answer('withdraw'),
  undo,
  decide,
  acceptDecision: answerDecision('accept'),
  turnDownDecision: answerDecision('turn_down'),
  withdrawDecision: answerDecision('withdraw'),
  ask,
  letIn,
  remove,
  leave,
  setRole,
  pause,
  turn,
} as const satisfies Readonly<Record<string, Plan>>

export type ActName = keyof typeof acts
export const actNames = Object.keys(acts) as readonly ActName[]

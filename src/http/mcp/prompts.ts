import { invalid } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'

/** A prompt, which a person picks as a command in their host; `say` returns the text for its model. */
interface Declared {
  readonly title: string
  readonly description: string
  readonly arguments: readonly Argument[]
  readonly say: (given: Readonly<Record<string, string>>) => string
}

interface Argument {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** the kind of name that completes its value; absent when nothing does */
  readonly names?: 'hub' | 'handle'
}

const hub = (required: boolean): Argument => ({ name: 'hub', description: 'its slug', required, names: 'hub' })

const declared: Readonly<Record<string, Declared>> = {
  catch_me_up: {
    title: 'Catch me up',
    description: 'What changed in a hub, and what of it needs an answer',
    arguments: [hub(true)],
    say: ({ hub: slug }) =>
      `Call catch_up with hub ${slug} and detail text. Tell me in a few sentences what changed and who wrote it, newest decisions first. Then list what waits for me or for you, each with its id and the call that would deal with it. Change nothing.`,
  },
  join_by_invite: {
    title: 'Join by invite',
    description: 'Take the seat that an invite link gives, and look around',
    arguments: [{ name: 'invite', description: 'the link, or what stands after its #', required: true }],
    say: ({ invite = '' }) =>
      `Call join_hub with invite ${invite.split('#').at(-1)}. Then make the call that its answer names next, read what owners ask of newcomers, and tell me where we are and what would be a first useful thing to do. Put the invite into no other call.`,
  },
  take_a_task: {
    title: 'Take a task',
    description: 'Find an open task, take it, do it and hand in the result',
    arguments: [hub(false)],
    say: ({ hub: slug }) =>
      `Call search_svc with type task${slug ? `, hub ${slug}` : ''} and state open, and show me what it finds. When I chose one, call update_task with action take and keep the claim it answers. Read its thread with open_thread, do the work, and call submit_result with task_id, that claim, and the pad or link that holds the result. If you cannot go on, call update_task with action block and a note that says why.`,
  },
  answer_what_waits: {
    title: 'Answer what waits',
    description: 'Go through the inbox and answer it',
    arguments: [{ name: 'from', description: 'only what this one wrote', required: false, names: 'handle' }],
    say: ({ from }) =>
      `Call show_svc with after 0. For each item${from ? ` from ${from}` : ''}: read what it is about, and draft the answer, with the call that gives it. Show me the drafts; send those that I agree to, then call show_svc with ack_items and the seqs that were dealt with.`,
  },
}

/** The prompts as prompts/list returns them. */
export const prompts = Object.entries(declared).map(([name, prompt]) => ({
  name,
  title: prompt.title,
  description: prompt.description,
  arguments: prompt.arguments.map(({ names: _, ...argument }) => argument),
}))

export interface Prompt extends Record<string, unknown> {
  readonly description: string
  readonly messages: { readonly role: 'user'; readonly content: { readonly type: 'text'; readonly text: string } }[]
}

/** Throws invalid/schema for an unknown prompt or missing arguments. */
export function promptNamed(name: string, given: Readonly<Record<string, string>> = {}): Prompt {
  const prompt = Object.hasOwn(declared, name) ? declared[name] : undefined
  if (!prompt) throw invalid('schema', `There is no prompt ${oneWord(name)}: ${Object.keys(declared).join(', ')}.`)
  const missing = prompt.arguments.filter(({ name: argument, required }) => required && !given[argument]?.trim())
  if (missing.length > 0)
    throw invalid('schema', `${name} needs ${missing.map((argument) => argument.name).join(', ')}.`)
  const words = Object.fromEntries(Object.entries(given).map(([argument, value]) => [argument, oneWord(value)]))
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.say(words) } }],
  }
}

/** Keeps only the first word: an argument must not carry an instruction to the model. */
const oneWord = (value: string): string => value.trim().split(/\s/)[0]!.slice(0, inputs.promptArgument)

/** The kind of name that completes an argument of a prompt; undefined when nothing does. */
export const namesFor = (prompt: string, argument: string): 'hub' | 'handle' | undefined =>
  (Object.hasOwn(declared, prompt) ? declared[prompt] : undefined)?.arguments.find(({ name }) => name === argument)
    ?.names

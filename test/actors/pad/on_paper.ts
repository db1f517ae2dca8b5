import { pad } from '../../../actors/pad/index.ts'
import type { Message, Outcome, Wants } from '../../../actors/runtime/actor.ts'
import type { Pad } from '../../../actors/pad/state.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { Refusal } from '../../../src/rules/errors.ts'
import type { Block } from '../../../src/text/blocks.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { EditAnswer, EditRow } from '../../../sql/effects/pad/edits.ts'
import type { BlockTextRow, PadVersionRow } from '../../../sql/effects/pad/pads.ts'
import { caller } from '../../support/caller.ts'
import { at } from '../../support/world.ts'

export interface Answered {
  readonly outcome?: Outcome<Pad, any>
  readonly refusal?: Refusal
}

type Written = Omit<EditRow, 'status'> & Omit<Partial<EditAnswer>, 'status'> & { readonly status: string }

interface Version {
  readonly title: Untrusted
  readonly blocks: readonly Block[]
  readonly edit_id: string
}

/**
 * A pad whose every message is decided without stores: the facts come from what its own effects wrote down so far. All
 * who ask are helpers of one Open hub.
 */
export class PaperPad {
  state: Pad | undefined
  readonly #id = 'pad_paper'
  readonly #versions: Version[] = []
  readonly #edits = new Map<string, Written>()
  readonly #texts = new Map<string, { text: string; version: number }>()

  get text(): string {
    return this.blocks.map(({ text }) => text).join('\n\n')
  }
  get blocks(): readonly Block[] {
    return this.state?.blocks ?? []
  }
  get version(): number {
    return this.state?.version ?? 0
  }
  /** what somebody reads who opens that version */
  at(version: number): Version {
    return this.#versions[version - 1] as Version
  }

  /** Decides one message, and writes down what comes of it unless it is refused. */
  ask(operation: string, by: Caller, args: object, now: number): Answered {
    const message = pad.on[operation as 'edit'] as unknown as Message<Pad | undefined, any, any>
    const world = at(now, { public_on: false })
    const call = { by, pad_id: this.#id, hub_id: 'hub_paper', ...args }
    try {
      const facts = this.#facts(message.needs?.(this.state, call, world) ?? {}, now)
      const outcome = message.decide(this.state, call, facts, world) as Outcome<Pad, any>
      this.#write(outcome)
      return { outcome }
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error }
      throw error
    }
  }

  /** The same, and nothing is written down. */
  wouldAsk(operation: string, by: Caller, args: object, now: number): Answered {
    const [state, written] = [this.state, this.#write]
    try {
      this.#write = () => undefined
      return this.ask(operation, by, args, now)
    } finally {
      this.state = state
      this.#write = written
    }
  }

  #write = ({ state, effects = [] }: Outcome<Pad, any>): void => {
    if (state) this.state = state
    for (const { kind, row } of effects) {
      if (kind.name === 'pad_version.insert') {
        const { title, edit_id } = row as PadVersionRow
        this.#versions.push({ title, edit_id, blocks: this.blocks })
      } else if (kind.name === 'block_text.insert') {
        const { block_id, rev, version, text } = row as BlockTextRow
        this.#texts.set(`${block_id} ${rev}`, { text: text as unknown as string, version })
      } else if (kind.name === 'edit.insert') this.#edits.set((row as EditRow).id, row as EditRow)
      else if (kind.name === 'edit.answer') {
        const { id, ...answer } = row as EditAnswer
        this.#edits.set(id, { ...(this.#edits.get(id) as Written), ...answer })
      }
    }
  }

  #facts(wants: Wants, now: number): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(wants).map(([name, { fact, keys, pick }]) => {
        const found = new Map<string, unknown>()
        for (const key of keys) {
          const value = this.#known[fact.name]?.(key, now)
          if (value !== undefined) found.set(fact.id(key), value)
        }
        return [name, pick(found)]
      }),
    )
  }

  readonly #known: Readonly<Record<string, (key: any, now: number) => unknown>> = {
    standing: () => ({
      hub: { id: 'hub_paper', audience: 'private', mode: 'open', accepts_guests: false, agents_paused: false },
      hub_seat: 'helper',
      removed: false,
    }),
    'pad.version': ({ version }: { version: number }) => {
      const { title, blocks } = this.at(version) ?? {}
      return title === undefined ? undefined : { title, blocks, landed: this.#landed(version) }
    },
    'block.rev': ({ id, rev }: { id: string; rev: number }) => {
      const known = this.#texts.get(`${id} ${rev}`)
      return known && { ...known, landed: [] }
    },
    'block.ever': ({ id }: { id: string }) =>
      [...this.#texts.keys()].some((key) => key.startsWith(`${id} `)) ? true : undefined,
    'edit.live': (id: string) => {
      const made = [...this.#edits.values()].find((one) => one.suggestion_of === id && one.kind === 'accept')
      const edit = made ?? this.#edits.get(id)
      const { version } = edit ?? {}
      if (!edit || version === undefined) return edit
      const before = this.at(version - 1) ?? { ...this.at(version), blocks: [] }
      const whose = this.#edits.get(edit.suggestion_of ?? edit.id) ?? edit
      return {
        ...edit,
        author_id: whose.author_id,
        principal_id: whose.principal_id,
        made_by: edit.author_id,
        before,
        after: this.at(version),
      }
    },
    'edit.suggestion': (id: string) => {
      const edit = this.#edits.get(id)
      if (edit?.kind !== 'suggestion') return undefined
      const { base_version } = edit
      return { ...edit, removed: false, base: this.at(base_version), landed: this.#landed(base_version) }
    },
    'edit.waiting': () =>
      [...this.#edits.values()].flatMap(({ status, author_id }) => (status === 'proposed' ? [author_id] : [])),
  }

  #landed(version: number): readonly string[] {
    return this.#versions.slice(version).map(({ edit_id }) => edit_id)
  }
}

export const helper = (name: string): Caller => caller(`hum_${name}`, { reach: true, credential_id: `crd_${name}` })

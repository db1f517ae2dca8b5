/** The meaning of a key, independent of any page. */
export type Meaning =
  | { readonly does: 'go'; readonly to: string }
  | { readonly does: 'press'; readonly one: 'accept' | 'refuse' | 'seen' }
  | {
      readonly does:
        | 'find'
        | 'keys'
        | 'next'
        | 'back'
        | 'open'
        | 'undo'
        | 'reply'
        | 'quote'
        | 'edit'
        | 'up'
        | 'close'
        | 'send'
        | 'place'
    }

export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** the target is a text field, or an element with keys of its own */
  readonly inField: boolean
  /** the previous key was g */
  readonly afterG: boolean
  /** single-key shortcuts are on */
  readonly single: boolean
}

export const meaningOf = ({ key, ctrlKey, metaKey, altKey, inField, afterG, single }: Pressed): Meaning | undefined => {
  if (key === 'Enter' && (ctrlKey || metaKey)) return { does: 'send' }
  if (key === 'Escape') return { does: 'close' }
  if (ctrlKey || metaKey || altKey || inField || !single) return undefined
  return afterG ? places[key] : keys[key]
}

const places: Readonly<Record<string, Meaning>> = {
  h: { does: 'go', to: '/' },
  i: { does: 'go', to: '/inbox' },
  t: { does: 'go', to: '/tasks' },
  m: { does: 'go', to: '/dm' },
}

const keys: Readonly<Record<string, Meaning>> = {
  '/': { does: 'find' },
  '?': { does: 'keys' },
  g: { does: 'place' },
  n: { does: 'go', to: '/new' },
  j: { does: 'next' },
  k: { does: 'back' },
  Enter: { does: 'open' },
  a: { does: 'press', one: 'accept' },
  d: { does: 'press', one: 'refuse' },
  s: { does: 'press', one: 'seen' },
  z: { does: 'undo' },
  r: { does: 'reply' },
  q: { does: 'quote' },
  e: { does: 'edit' },
  u: { does: 'up' },
}

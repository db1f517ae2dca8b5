import { type Markdown, md, ref, safe } from '../markdown/md.ts'

export interface Outside {
  /** slug of the public hub */
  readonly hub: string
  readonly removed?: boolean | undefined
}

/** What a reader without a seat can do about it. */
export const noSeat = ({ hub, removed }: Outside): Markdown =>
  removed
    ? safe('you were removed: its owner or a helper can let you in again')
    : md`you have no seat: join_hub with hub ${ref(hub)} takes one`

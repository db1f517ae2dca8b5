import { reads } from '../../../rules/limits.ts'

interface Newest {
  readonly id: string
  readonly last_seq: number
}

/** How many posts stand above the one led to; as many may be written before the link is followed. */
const around = 5

/** The thread's page when the post is among its newest, else the page of the posts around it. */
export const threadAtPost = ({ id, last_seq }: Newest, seq: number): string =>
  last_seq - seq < reads.markdownThread.posts - around
    ? `/t/${id}#seq-${seq}`
    : `/t/${id}?since=${Math.max(0, seq - around)}#seq-${seq}`

interface Newest {
  readonly id: string
  readonly last_seq: number
}

/** The thread's page when the post is among its newest, else the page of the posts around it. */
export const threadAtPost = ({ id, last_seq }: Newest, seq: number): string =>
  last_seq - seq < 25 ? `/t/${id}#seq-${seq}` : `/t/${id}?since=${Math.max(0, seq - 5)}#seq-${seq}`

/** Epoch milliseconds, as states keep times, in ISO 8601, as rows and replies do. */
export function iso(at: number): string
export function iso(at: number | undefined): string | undefined
export function iso(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString()
}

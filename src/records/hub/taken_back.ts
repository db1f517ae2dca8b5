/** What a batch takes back, counted by kind. */
export interface TakenBack {
  readonly edits_undone: number
  readonly edits_kept: readonly { readonly edit_id: string; readonly reason: 'built_on' | 'pad_hidden' }[]
  readonly suggestions_withdrawn: number
  readonly posts_hidden: number
  readonly tasks_reopened: number
  readonly decisions_withdrawn: number
}

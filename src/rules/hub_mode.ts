/**
 * How a hub's pads change. Open: edits go live at once. Checked, which an owner opts into: members suggest edits, and
 * someone else checks them; what each seat may do by it is in the table of rights.
 */
export const modes = ['open', 'checked'] as const
export type Mode = (typeof modes)[number]

export const defaultMode: Mode = 'open'

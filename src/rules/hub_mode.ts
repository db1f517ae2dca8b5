/**
 * How a hub's pads change. Open: edits go live at once. Checked: members suggest edits, and someone else checks them. Only
 * an owner changes it, either way (`set_mode` in the table of rights, which also says what each seat may do by it).
 */
export const modes = ['open', 'checked'] as const
export type Mode = (typeof modes)[number]

export const defaultMode: Mode = 'open'

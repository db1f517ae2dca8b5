const ofTheDeleted = 'deleted-'

/** The handle of a deleted account: unique, unavailable to others, and without any personal data. */
export const handleOfDeleted = (id: string): string => `${ofTheDeleted}${id.slice(-12)}`

/** Such handles are reserved, so no participant can take one. */
export const isHandleOfDeleted = (handle: string): boolean => handle.startsWith(ofTheDeleted)

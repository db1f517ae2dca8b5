/** Said at sign-in and on every page that refuses. It stands apart from the errors, which no page needs to load. */
export const accountSuspended =
  'This account is suspended: nobody can sign in to it. If that is a mistake, the page Support says whom to ask.'

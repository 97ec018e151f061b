/** The texts about invitations, which their screens load. */
export const inviteMessages = {
  title: "Invite people",
  text: "They become members of the organization, and get an email with a link to sign in.",
  emails: "Email addresses",
  emailsHint: "Separate several with spaces, commas or new lines.",
  role: "Role",
  roles: {
    guest: "Guest: only what is shared with them",
    read: "Reader",
    comment: "Commenter",
    edit: "Editor",
    review: "Reviewer",
    create: "Creator",
    admin: "Administrator"
  },
  submit: "Invite",
  invited: (count: number) => (count === 1 ? "1 person was invited." : `${count} people were invited.`),
  link: "Copy invite link",
  linkHint: "Anyone with the link can join with this role.",
  linkCopied: "The invite link was created and copied.",
  linksOff: "Invite links are turned off for this organization.",

  acceptTitle: "You're invited",
  acceptText: "Join the organization to read and write its spaces.",
  accept: "Join organization",
  accepted: "You joined the organization.",
  missing: "This invitation isn't available"
} as const

import type { User } from "@quire/client"

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? "")[0] ?? "")
  return letters.join("").toUpperCase()
}

/** The picture of a person, or their initials. The name is next to it. */
export const Avatar = ({ user }: { readonly user: User }) =>
  user.photoURL === undefined ? (
    <span className="avatar" aria-hidden>
      {initialsOf(user.displayName)}
    </span>
  ) : (
    <img className="avatar" src={user.photoURL} alt="" />
  )

export const PersonName = ({ user }: { readonly user: User }) => (
  <span className="person">
    <Avatar user={user} />
    <bdi>{user.displayName}</bdi>
  </span>
)

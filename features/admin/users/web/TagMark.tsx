import type { Tag } from '#features/admin/users/contract.ts'
import './TagMark.css'

/** A tag as a word on its color. */
export function TagMark({ tag }: { tag: Pick<Tag, 'name' | 'colour'> }) {
  return (
    <span className="tag-mark" data-colour={tag.colour}>
      {tag.name}
    </span>
  )
}

import { Anchor, Stack } from '@mantine/core'
import type { Submission } from '../contract.ts'

/** The documents of a submission, each a download. */
export function Evidence({ evidence }: Pick<Submission, 'evidence'>) {
  return (
    <Stack gap={0}>
      {evidence.map(({ id, filename, url }) => (
        <Anchor key={id} href={url} download={filename} size="sm">
          {filename}
        </Anchor>
      ))}
    </Stack>
  )
}

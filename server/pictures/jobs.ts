import type { JobHandlers } from '#server/jobs/jobs.ts'
import { tidyPictures } from './pictures.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    tidyPictures: Record<string, never>
  }
}

export const pictureJobs = {
  tidyPictures: async (_payload, frame) => tidyPictures(frame),
} satisfies JobHandlers

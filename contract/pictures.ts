/** [CONST-027] The size limit of an uploaded picture, in bytes. */
export const PICTURE_BYTES = 2 * 1024 ** 2

/** The accepted kinds of pictures; they are stored as WebP. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

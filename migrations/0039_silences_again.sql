ALTER TABLE "recording_silence" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recording_silence" ADD COLUMN "again_at" timestamp with time zone;
ALTER TABLE "session" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "accreditation_pending" boolean DEFAULT false NOT NULL;
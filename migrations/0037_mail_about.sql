ALTER TABLE "mail_message" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "valid_until" timestamp with time zone;
ALTER TABLE "organisation" ADD COLUMN "mail_sender" text;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "mail_color" text;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "mail_slide" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "pictures" jsonb;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;
ALTER TABLE "audit_head" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_head" ADD COLUMN "problem" text;
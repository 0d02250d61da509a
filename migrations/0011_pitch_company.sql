ALTER TABLE "pitch" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "company_legal_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "company_files" jsonb;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "company_disclosure" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "obfuscated_company_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "obfuscated_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "attach_pdfs" boolean DEFAULT true NOT NULL;
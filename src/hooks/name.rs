//! The hooks that codesub answers to.

/// A hook of git, by the name of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum)]
pub enum Name {
    /// Before a push: stops it when subscribed code would disappear.
    PrePush,
    /// After a merge or a pull: tells what it did to subscriptions.
    PostMerge,
    /// After a rebase: tells what it did to subscriptions.
    PostRewrite,
}

impl Name {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Name; 3] = [Name::PrePush, Name::PostMerge, Name::PostRewrite];

    /// The name of the hook's file.
    pub fn as_str(self) -> &'static str {
        match self {
            Name::PrePush => "pre-push",
            Name::PostMerge => "post-merge",
            Name::PostRewrite => "post-rewrite",
        }
    }
}

//! The endpoints, and what each of them says.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use super::state::{Account, Comment, Pull, State};
use super::wire::{Answer, Request};

/// GitHub's limit for a comment, in characters.
const MAX_BODY: usize = 65_536;

/// Carries a request out. `host` is where this server is, for the addresses in its answers.
pub fn answer(state: &mut State, request: &Request, host: &str) -> Answer {
    if request.header("user-agent").is_none() {
        return refused(
            403,
            "Request forbidden by administrative rules. Please make sure your request has a User-Agent",
        );
    }
    let account = match account(state, request) {
        Ok(account) => account,
        Err(answer) => return answer,
    };
    if let Some(left) = &mut state.requests_left {
        if *left == 0 {
            return refused(403, "API rate limit exceeded for installation ID 1.")
                .with("x-ratelimit-remaining", 0)
                .with("x-ratelimit-reset", state.reset_at);
        }
        *left -= 1;
    }
    let Some(path) = request.path().strip_prefix(state.prefix.as_str()) else { return not_found() };
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let origin = format!("http://{host}{}", state.prefix);
    match (request.method.as_str(), &parts[..]) {
        ("GET", ["user"]) => match account {
            Some(account) if !account.is_app => said(200, &json!({ "login": account.login, "type": "User" })),
            Some(_) => refused(403, "Resource not accessible by integration"),
            None => refused(401, "Requires authentication"),
        },
        (method, ["repos", owner, name, rest @ ..]) => {
            let repository = format!("{owner}/{name}");
            if !state.repositories.contains_key(&repository) {
                return not_found();
            }
            match (method, rest) {
                ("GET", ["issues", number, "comments"]) => list(state, &repository, number, request, &origin),
                ("POST", ["issues", number, "comments"]) => {
                    writing(account.as_ref(), |login| create(state, &repository, number, login, request, &origin))
                }
                ("PATCH", ["issues", "comments", id]) => {
                    writing(account.as_ref(), |_| update(state, &repository, id, request, &origin))
                }
                ("DELETE", ["issues", "comments", id]) => writing(account.as_ref(), |_| delete(state, &repository, id)),
                ("GET", ["pulls"]) => pulls(state, &repository, request, &origin),
                ("GET", ["pulls", number]) => match pull(state, &repository, number) {
                    Some((number, pull)) => said(200, &shown_pull(&repository, number, pull)),
                    None => not_found(),
                },
                ("GET", ["contents", path @ ..]) => contents(state, &repository, &path.join("/"), request),
                _ => not_found(),
            }
        }
        _ => not_found(),
    }
}

fn account(state: &State, request: &Request) -> Result<Option<Account>, Answer> {
    let Some(header) = request.header("authorization") else { return Ok(None) };
    let token = header.strip_prefix("Bearer ").or_else(|| header.strip_prefix("token "));
    match token.and_then(|token| state.accounts.get(token)) {
        Some(account) => Ok(Some(account.clone())),
        None => Err(refused(401, "Bad credentials")),
    }
}

fn writing(account: Option<&Account>, write: impl FnOnce(&str) -> Answer) -> Answer {
    match account {
        Some(account) if account.may_write => write(&account.login),
        Some(_) => refused(403, "Resource not accessible by integration"),
        None => refused(401, "Requires authentication"),
    }
}

fn list(state: &State, repository: &str, number: &str, request: &Request, origin: &str) -> Answer {
    let Some((number, _)) = pull(state, repository, number) else { return not_found() };
    let comments = state.comments(repository, number);
    let shown: Vec<Value> = comments.iter().map(|comment| shown(repository, comment, origin)).collect();
    let place = format!("{origin}/repositories/1/issues/{number}/comments");
    paged(&shown, request, &place)
}

fn create(state: &mut State, repository: &str, number: &str, login: &str, request: &Request, origin: &str) -> Answer {
    let Some((number, _)) = pull(state, repository, number) else { return not_found() };
    match body(request) {
        Ok(body) => {
            let id = state.say(repository, number, Some(login), &body);
            let comment = &state.repositories[repository].comments[&id];
            said(201, &shown(repository, comment, origin))
        }
        Err(answer) => answer,
    }
}

fn update(state: &mut State, repository: &str, id: &str, request: &Request, origin: &str) -> Answer {
    let comments = state.repositories.get_mut(repository).map(|repository| &mut repository.comments);
    let Some(comment) = comments.and_then(|comments| comments.get_mut(&id.parse().ok()?)) else { return not_found() };
    match body(request) {
        Ok(body) => {
            comment.body = body;
            comment.versions += 1;
            said(200, &shown(repository, comment, origin))
        }
        Err(answer) => answer,
    }
}

fn delete(state: &mut State, repository: &str, id: &str) -> Answer {
    let comments = state.repositories.get_mut(repository).map(|repository| &mut repository.comments);
    match comments.and_then(|comments| comments.remove(&id.parse().ok()?)) {
        Some(_) => Answer { status: 204, ..Answer::default() },
        None => not_found(),
    }
}

/// The text of a comment to be stored.
fn body(request: &Request) -> Result<String, Answer> {
    let Ok(json) = serde_json::from_str::<Value>(&request.body) else {
        return Err(refused(400, "Problems parsing JSON"));
    };
    let invalid = |message: &str| {
        let error = json!({ "resource": "IssueComment", "code": "unprocessable", "field": "data", "message": message });
        Err(said(422, &json!({ "message": "Validation Failed", "errors": [error], "status": "422" })))
    };
    match json["body"].as_str() {
        Some(body) if body.chars().count() > MAX_BODY => invalid("Body is too long (maximum is 65536 characters)"),
        Some(body) if !body.trim().is_empty() => Ok(body.to_owned()),
        _ => invalid("Body cannot be blank"),
    }
}

fn pulls(state: &State, repository: &str, request: &Request, origin: &str) -> Answer {
    let (wanted, head) = (request.parameter("state").unwrap_or_else(|| "open".to_owned()), request.parameter("head"));
    let fits = |pull: &Pull| {
        let owner = pull.head_repository.as_deref().and_then(|name| name.split('/').next()).unwrap_or_default();
        let is_head = head.as_ref().is_none_or(|head| *head == format!("{owner}:{}", pull.head_branch));
        is_head && (wanted == "all" || pull.is_open == (wanted == "open"))
    };
    let found = state.repositories[repository].pulls.iter().filter(|(_, pull)| fits(pull));
    let shown: Vec<Value> = found.map(|(number, pull)| shown_pull(repository, *number, pull)).collect();
    paged(&shown, request, &format!("{origin}/repositories/1/pulls"))
}

fn pull<'a>(state: &'a State, repository: &str, number: &str) -> Option<(u64, &'a Pull)> {
    let number = number.parse().ok()?;
    state.repositories.get(repository)?.pulls.get(&number).map(|pull| (number, pull))
}

fn contents(state: &State, repository: &str, path: &str, request: &Request) -> Answer {
    let branch = request.parameter("ref").unwrap_or_else(|| "main".to_owned());
    let Some(bytes) = state.repositories[repository].files.get(&(branch, path.to_owned())) else { return not_found() };
    if !request.header("accept").is_some_and(|accept| accept.contains("raw")) {
        // As for files that are too large to be shown in JSON.
        return said(200, &json!({ "type": "file", "size": bytes.len(), "encoding": "none", "content": "" }));
    }
    Answer { status: 200, headers: Vec::new(), body: bytes.clone() }
        .with("content-type", "application/vnd.github.raw+json; charset=utf-8")
}

fn paged(all: &[Value], request: &Request, place: &str) -> Answer {
    let number = |name, otherwise: usize| {
        request.parameter(name).and_then(|text| text.parse().ok()).filter(|it| *it > 0).unwrap_or(otherwise)
    };
    let (size, page) = (number("per_page", 30).min(100), number("page", 1));
    let last = all.len().div_ceil(size).max(1);
    let shown: Vec<&Value> = all.iter().skip((page - 1) * size).take(size).collect();
    let mut answer = said(200, &json!(shown));
    if page < last {
        let link = |to: usize, rel: &str| format!("<{place}?per_page={size}&page={to}>; rel=\"{rel}\"");
        answer = answer.with("link", format!("{}, {}", link(page + 1, "next"), link(last, "last")));
    }
    let mut hasher = DefaultHasher::new();
    answer.body.hash(&mut hasher);
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    if request.header("if-none-match") == Some(&tag) {
        return Answer { status: 304, ..Answer::default() }.with("etag", tag);
    }
    answer.with("etag", tag)
}

fn shown(repository: &str, comment: &Comment, origin: &str) -> Value {
    let Comment { id, number, author, body, .. } = comment;
    let kind = if author.as_ref().is_some_and(|login| login.ends_with("[bot]")) { "Bot" } else { "User" };
    json!({
        "id": id,
        "url": format!("{origin}/repos/{repository}/issues/comments/{id}"),
        "html_url": format!("https://github.com/{repository}/pull/{number}#issuecomment-{id}"),
        "user": author.as_ref().map(|login| json!({ "login": login, "type": kind })),
        "body": body,
    })
}

fn shown_pull(repository: &str, number: u64, pull: &Pull) -> Value {
    json!({
        "number": number,
        "state": if pull.is_open { "open" } else { "closed" },
        "head": {
            "ref": pull.head_branch,
            "sha": pull.head,
            "repo": pull.head_repository.as_ref().map(|name| json!({ "full_name": name })),
        },
        "base": { "ref": pull.base_branch, "sha": pull.base_sha, "repo": { "full_name": repository } },
    })
}

fn not_found() -> Answer {
    refused(404, "Not Found")
}

fn refused(status: u16, message: &str) -> Answer {
    let documentation = "https://docs.github.com/rest";
    let status_text = status.to_string();
    said(status, &json!({ "message": message, "documentation_url": documentation, "status": status_text }))
}

fn said(status: u16, value: &Value) -> Answer {
    Answer { status, headers: Vec::new(), body: value.to_string().into_bytes() }
        .with("content-type", "application/json; charset=utf-8")
        .with("x-github-request-id", "0:0:0:0:0")
}
